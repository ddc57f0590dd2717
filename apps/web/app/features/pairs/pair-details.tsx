import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import { Disclosure } from '@bakkum/ui/disclosure';
import { Check, type IconComponent, Minus, Package, PackageOpen, ShieldCheck, TestTube } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PairLinks } from './pair-links.tsx';
import type { PairView } from './view.ts';

const TILE_ICONS: Readonly<Record<PairView['tiles'][number]['icon'], IconComponent>> = {
  device: ShieldCheck,
  light: PackageOpen,
  heavy: Package,
  proven: TestTube,
};

type PartProps = { readonly view: PairView };

/** The part of a pair page below the converter. */
export function PairDetails({ view }: PartProps): ReactNode {
  return (
    <div className="border-line border-t bg-surface">
      <div className="work-width space-y-14 py-12 sm:py-16">
        <div className="grid gap-10 sm:grid-cols-2">
          <Lines {...view.kept} icon={Check} look="text-success" />
          <Lines {...view.lost} icon={Minus} look="text-warning" />
        </div>
        <Options options={view.options} />
        <Steps steps={view.steps} />
        <Tiles tiles={view.tiles} />
        <Told view={view} />
        <Links view={view} />
        <Questions questions={view.questions} />
      </div>
    </div>
  );
}

type LinesProps = PairView['kept'] & { readonly icon: IconComponent; readonly look: string };

function Lines({ heading, lines, icon: Icon, look }: LinesProps): ReactNode {
  return (
    <section>
      <h2 className="font-bold text-xl">{heading}</h2>
      <ul className="mt-4 space-y-2.5">
        {lines.map((line) => (
          <li key={line} className="flex gap-3">
            <Icon aria-hidden size={20} className={`mt-0.5 shrink-0 ${look}`} />
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Options({ options }: { readonly options: PairView['options'] }): ReactNode {
  return (
    <section>
      <h2 className="font-bold text-xl">{options.heading}</h2>
      {options.none ? <p className="mt-4">{options.none}</p> : undefined}
      <dl className="mt-4 grid gap-x-10 gap-y-3 sm:grid-cols-2">
        {options.lines.map(({ name, choices }) => (
          <div key={name} className="border-line border-t pt-3">
            <dt className="font-semibold">{name}</dt>
            <dd className="text-ink-soft text-sm">{choices}</dd>
          </div>
        ))}
      </dl>
      {options.rest ? <p className="mt-3 text-ink-soft text-sm">{options.rest}</p> : undefined}
    </section>
  );
}

function Steps({ steps }: { readonly steps: PairView['steps'] }): ReactNode {
  return (
    <section className="drawn-when-near-[30rem] sm:drawn-when-near-[11rem]">
      <h2 className="font-bold text-xl">{steps.heading}</h2>
      <ol className="mt-5 grid gap-8 sm:grid-cols-3">
        {steps.items.map(({ title, body }, index) => (
          <li key={title}>
            <span
              aria-hidden
              className="flex size-9 items-center justify-center rounded-full bg-accent-soft font-bold text-accent-strong tabular"
            >
              {index + 1}
            </span>
            <h3 className="mt-3 font-semibold">{title}</h3>
            <p className="mt-1 text-ink-soft">{body}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Tiles({ tiles }: { readonly tiles: PairView['tiles'] }): ReactNode {
  return (
    <ul className="drawn-when-near-[31rem] grid gap-4 sm:drawn-when-near-[11rem] sm:grid-cols-3">
      {tiles.map(({ icon, title, body }) => {
        const Icon = TILE_ICONS[icon];
        return (
          <li key={title} className="rounded-lg border border-line bg-paper p-5">
            <Icon aria-hidden size={22} className="text-accent" />
            <h2 className="mt-3 font-semibold">{title}</h2>
            <p className="mt-1 text-ink-soft text-sm">{body}</p>
          </li>
        );
      })}
    </ul>
  );
}

function Told({ view }: PartProps): ReactNode {
  const locale = useLocale();
  return (
    <div className="drawn-when-near-[45rem] max-w-read space-y-10 sm:drawn-when-near-[35rem]">
      {view.why ? (
        <section>
          <h2 className="font-bold text-xl">{view.why.heading}</h2>
          <p className="mt-3">{view.why.body}</p>
        </section>
      ) : undefined}
      {view.about.map(({ title, body, facts, link }) => (
        <section key={title}>
          <h2 className="font-bold text-xl">{title}</h2>
          <p className="mt-3">{body}</p>
          <p className="mt-2 break-words text-ink-soft text-sm">{facts}</p>
          <p className="mt-2">
            <Link to={localePath(locale, link.path)} className={textLinkClass()}>
              {link.text}
            </Link>
          </p>
        </section>
      ))}
    </div>
  );
}

function Links({ view }: PartProps): ReactNode {
  const locale = useLocale();
  return (
    <div className="drawn-when-near-[32rem] space-y-8 sm:drawn-when-near-[19rem]">
      {view.related.links.length > 0 ? (
        <section>
          <h2 className="mb-4 font-bold text-xl">{view.related.heading}</h2>
          <PairLinks links={view.related.links} />
        </section>
      ) : undefined}
      <section>
        <h2 className="mb-4 font-bold text-xl">{view.more.heading}</h2>
        <PairLinks links={view.more.links} />
        <p className="mt-3">
          <Link to={localePath(locale, view.more.all.path)} className={textLinkClass()}>
            {view.more.all.text}
          </Link>
        </p>
      </section>
    </div>
  );
}

function Questions({ questions }: { readonly questions: PairView['questions'] }): ReactNode {
  const locale = useLocale();
  return (
    <section className="drawn-when-near-[28rem] max-w-read">
      <h2 className="font-bold text-xl">{questions.heading}</h2>
      <div className="mt-4 divide-y divide-line border-line border-y">
        {questions.items.map(({ question, answer, path }) => (
          <Disclosure key={question} title={question} className="py-1.5">
            <p className="pt-1 pb-3 pl-7">
              {path ? (
                <Link to={localePath(locale, path)} className={textLinkClass()}>
                  {answer}
                </Link>
              ) : (
                answer
              )}
            </p>
          </Disclosure>
        ))}
      </div>
    </section>
  );
}
