import { useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import type { IconComponent } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { Breadcrumb } from '../../../shell/breadcrumb.tsx';

type HeadProps = {
  readonly title: string;
  readonly lead: string;
  readonly icon: IconComponent;
  readonly under?: { path: string; text: string };
};

/** The head of a resource page: breadcrumb, icon, title and description. */
export function ResourceHead({ title, lead, icon: Icon, under }: HeadProps): ReactNode {
  const t = useMessages('articles');
  const links = [
    { path: '/', text: t('home') },
    { path: pathOf('resources'), text: t('resources') },
    ...(under ? [under] : []),
  ].filter(({ text }) => text !== title);
  return (
    <>
      <Breadcrumb label={t('breadcrumb')} links={links} here={title} />
      <div className="mt-4 flex items-start gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-strong">
          <Icon aria-hidden size={24} />
        </span>
        <div>
          <h1 className="font-bold text-2xl">{title}</h1>
          <p className="mt-2 max-w-read text-ink-soft">{lead}</p>
        </div>
      </div>
    </>
  );
}
