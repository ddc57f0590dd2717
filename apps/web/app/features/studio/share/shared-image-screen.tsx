import type { SharedImageView } from '@bakkum/api-contract/images/shares';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { Button, buttonClass } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { Download } from '@bakkum/ui/icons';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { call, type Failure } from '../../../session/api.ts';
import { PageLink } from '../../../shell/page-link.tsx';
import { useServerData } from '../../../state/server-data.ts';
import { FactList, MissingNotice, SharedPage } from '../../../workbench/shared-page.tsx';
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
    <SharedPage
      heading={t(fault ? 'title' : 'heading')}
      lead={fault ? undefined : t('lead')}
      link={
        <PageLink path={pathOf('generator')} className={textLinkClass()}>
          {t('make')}
        </PageLink>
      }
    >
      {fault ? <Missing failure={fault} onAgain={() => void read()} /> : undefined}
      {body && !fault ? <SharedImage image={body} shareId={shareId} /> : undefined}
    </SharedPage>
  );
}

function Missing({ failure, onAgain }: { readonly failure: Failure; readonly onAgain: () => void }): ReactNode {
  const t = useMessages('imageShare');
  const fault = sharedFaultOf(failure);
  const mayPass = fault !== 'ended' && fault !== 'none';
  return <MissingNotice again={mayPass ? { label: t('again'), onAgain } : undefined}>{t(fault)}</MissingNotice>;
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
      className={classNames(
        'h-auto max-h-[70dvh] w-auto max-w-full rounded-lg border border-line object-contain',
        image.transparent ? 'checkered' : 'bg-sunken',
      )}
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
  return <FactList facts={facts} />;
}
