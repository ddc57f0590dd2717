import { useMessages } from '@bakkum/i18n/react';
import { FileSearch, Files, type IconComponent, ShieldCheck, Zap } from '@bakkum/ui/icons';

const FEATURES = [
  { icon: Zap, title: 'fastTitle', body: 'fastBody' },
  { icon: ShieldCheck, title: 'secureTitle', body: 'secureBody' },
  { icon: FileSearch, title: 'universalTitle', body: 'universalBody' },
  { icon: Files, title: 'batchTitle', body: 'batchBody' },
] as const;

export function Features() {
  const t = useMessages('home');
  return (
    <section aria-labelledby="features" className="border-line border-t bg-surface">
      <div className="work-width py-16 sm:py-24">
        <h2 id="features" className="font-bold text-2xl">
          {t('featuresHeading')}
        </h2>
        <ul className="mt-10 grid gap-x-12 gap-y-10 sm:grid-cols-2">
          {FEATURES.map(({ icon, title, body }) => (
            <Feature key={title} icon={icon} title={t(title)} body={t(body)} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Feature({ icon: Icon, title, body }: { readonly icon: IconComponent; readonly title: string; readonly body: string }) {
  return (
    <li className="flex gap-4">
      <span className="flex size-11 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent">
        <Icon aria-hidden size={22} strokeWidth={1.75} />
      </span>
      <div>
        <h3 className="font-semibold text-lg">{title}</h3>
        <p className="mt-1.5 text-ink-soft">{body}</p>
      </div>
    </li>
  );
}
