import type { SharedImageView } from '@bakkum/api-contract/images/shares';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Button, buttonClass } from '@bakkum/ui/button';
import { Download } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { call, type Failure } from '../../../session/api.ts';
import { PageLink } from '../../../shell/page-link.tsx';
import { useServerData } from '../../../state/server-data.ts';
import { ReportForm } from './report-form.tsx';
import { sharedFaultOf } from './shared-fault.ts';

type ScreenProps = { readonly shareId: string };

/** Shows the image behind a link, or why there is none. */
export function SharedImageScreen({ shareId }: ScreenProps): ReactNode {
  const t = useMessages('imageShare');
  const { body, fault, read } = useServerData({
    key: ['shared-image', shareId],
    ask: () => call('GET /api/images/shared/{id}', undefined, { id: shareId }),
  });
  return (
    <div className="work-width pt-8 pb-24 sm:pt-12">
      <div className="max-w-read">
        <h1 className="font-bold text-2xl">{t(fault ? 'title' : 'heading')}</h1>
        {fault ? undefined : <p className="mt-3 text-ink-soft">{t('lead')}</p>}
        <div className="mt-6 min-h-48">
          {fault ? <Missing failure={fault} onAgain={() => void read()} /> : undefined}
          {body && !fault ? <SharedImage image={body} shareId={shareId} /> : undefined}
        </div>
        <p className="mt-8">
          <PageLink path={pathOf('generator')} className={textLinkClass()}>
            {t('make')}
          </PageLink>
        </p>
      </div>
    </div>
  );
}

function Missing({ failure, onAgain }: { readonly failure: Failure; readonly onAgain: () => void }): ReactNode {
  const t = useMessages('imageShare');
  const fault = sharedFaultOf(failure);
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="warning" className="w-full">
        {t(fault)}
      </Notice>
      {fault === 'ended' || fault === 'none' ? undefined : <Button onClick={onAgain}>{t('again')}</Button>}
    </div>
  );
}

type SharedImageProps = ScreenProps & { readonly image: SharedImageView };

function SharedImage({ image, shareId }: SharedImageProps): ReactNode {
  const t = useMessages('imageShare');
  const address = `/api/images/shared/${encodeURIComponent(shareId)}/file`;
  return (
    <div className="grid gap-5">
      <Picture image={image} address={address} />
      <Facts image={image} />
      <a href={`${address}?download=true`} download className={buttonClass({ variant: 'primary' }, 'sm:justify-self-start')}>
        <Download aria-hidden size={18} />
        {t('download')}
      </a>
      <ReportForm shareId={shareId} />
    </div>
  );
}

type PictureProps = { readonly image: SharedImageView; readonly address: string };

function Picture({ image, address }: PictureProps): ReactNode {
  const t = useMessages('imageShare');
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const again = (): void => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  if (hasFailed) {
    return (
      <Notice tone="danger" action={<Button onClick={again}>{t('again')}</Button>}>
        {t('notLoaded')}
      </Notice>
    );
  }
  return (
    <img
      key={attempt}
      src={address}
      alt={t('alt')}
      width={image.width}
      height={image.height}
      onError={() => setFailed(true)}
      className="h-auto max-h-[70dvh] w-auto max-w-full rounded-lg border border-line bg-sunken object-contain"
    />
  );
}

function Facts({ image }: { readonly image: SharedImageView }): ReactNode {
  const t = useMessages('imageShare');
  const locale = useLocale();
  const { width, height, bytes, origin, madeBy = '' } = image;
  const facts = [
    [t('madeHow'), origin === 'design' ? t('origin_design') : t(`origin_${origin}`, { name: madeBy })],
    [t('size'), `${width} × ${height}`],
    [t('file'), `PNG, ${formatBytes(locale, bytes)}`],
  ] as const;
  return (
    <dl className="grid gap-1.5 text-sm">
      {facts.map(([term, value]) => (
        <div key={term} className="flex flex-wrap gap-x-3">
          <dt className="min-w-32 text-ink-soft">{term}</dt>
          <dd className="font-medium tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
