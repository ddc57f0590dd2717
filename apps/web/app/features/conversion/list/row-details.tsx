import { formatBytes, formatDuration } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Notice } from '@bakkum/ui/notice';
import type { ReactNode } from 'react';
import { FailureNotice } from '../../../workbench/failure-notice.tsx';
import { RowNote } from '../../../workbench/row-head.tsx';
import { expectedBytes } from '../estimate/expected-size.ts';
import { roundBytes, roundDuration } from '../estimate/round-estimates.ts';
import { FullConverterLink, useReasons } from '../failure-reason.tsx';
import { schemaOf } from '../target/schema-of.ts';
import { type FileItem, type FileState, isExtraction } from './conversion-state.ts';
import { type PasswordNames, PasswordNotice } from './password-notice.tsx';
import { RecognizeOffer } from './recognize-offer.tsx';
import type { RowProps } from './row-props.ts';
import { ResultDetails } from './row-result.tsx';

/** Shows the expected size and duration if they are known beforehand. */
export function Expectation({
  item,
  core,
  expectedMs,
}: Pick<RowProps, 'item' | 'core'> & { readonly expectedMs: number | undefined }): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const { format, target, facts, options: values, state } = item;
  if (state.status !== 'pending' || !format || !target || !facts) return undefined;
  const bytes = expectedBytes({ schema: core.optionsFor(format.id, target, item.way), values, facts });
  const parts = [
    ...(bytes === undefined ? [] : [t('expectSize', { size: formatBytes(locale, roundBytes(bytes)) })]),
    ...(expectedMs === undefined ? [] : [t('expectTime', { time: formatDuration(locale, roundDuration(expectedMs)) })]),
  ];
  if (parts.length === 0) return undefined;
  return <p className="mt-1.5 text-ink-soft text-sm tabular @lg/row:pl-13">{parts.join(' · ')}</p>;
}

type DetailsProps = Omit<RowProps, 'isAlone'> & {
  /** A large view beside it shows the result. */
  readonly hasStage?: boolean;
};

/** What follows the heading of a file: its results, or why it failed. */
export function Details({ item, core, store, hasStage = false }: DetailsProps): ReactNode {
  const t = useMessages('conversion');
  const reasons = useReasons();
  switch (item.state.status) {
    case 'reading':
      return <RowNote>{t('reading')}</RowNote>;
    case 'unsupported':
      return (
        <Notice tone="warning" className="mt-2.5">
          {reasons(item.state.code)}
          <FullConverterLink code={item.state.code} />
        </Notice>
      );
    case 'completed':
      return (
        <>
          <ResultDetails item={item} state={item.state} core={core} store={store} hasStage={hasStage} />
          <RecognizeOffer item={item} core={core} store={store} />
        </>
      );
    case 'error':
      return <Failure item={item} core={core} store={store} state={item.state} isAlone={hasStage} />;
    default:
      return undefined;
  }
}

type FailureProps = RowProps & { readonly state: Extract<FileState, { readonly status: 'error' }> };

/** Accessible names of a row that asks for a password. */
function passwordNames(item: FileItem, t: ReturnType<typeof useMessages<'conversion'>>): PasswordNames {
  const { name } = item;
  return { field: t('passwordNamed', { name }), submit: t(isExtraction(item) ? 'extractNamed' : 'convertNamed', { name }) };
}

/** Shows the failure and the next action, or asks for a missing password. */
function Failure({ item, core, store, isAlone, state: { code, needsPassword } }: FailureProps): ReactNode {
  const t = useMessages('conversion');
  const reasons = useReasons();
  const field = schemaOf(item, core)['password'];
  if (needsPassword && field?.kind === 'text') {
    const convertWith = (password: string): void => {
      store.setOption(item.id, 'password', password);
      void store.convert(item.id);
    };
    return (
      <PasswordNotice
        isWrong={code === 'wrong-password'}
        maxLength={field.maxLength}
        submitLabel={isExtraction(item) ? t('extract') : undefined}
        names={isAlone ? undefined : passwordNames(item, t)}
        onPassword={convertWith}
      />
    );
  }
  return (
    <FailureNotice
      action={{
        label: t('tryAgain'),
        name: isAlone ? undefined : t('actionNamed', { action: t('tryAgain'), name: item.name }),
        onPress: () => store.tryAgain(item.id),
      }}
      className="mt-2.5"
    >
      {t('conversionFailed', { reason: reasons(code) })}
      <FullConverterLink code={code} />
    </FailureNotice>
  );
}
