import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import { localePath } from '@bakkum/i18n/locale';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { pathOf } from '@bakkum/site/pages';
import { staticCopy } from '@bakkum/site/static-copy';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';

/** Additional reasons in a small static copy, which lacks some engines and fonts. */
const NOT_IN_COPY = {
  'unsupported-type': 'typeNotInCopy',
  'no-route': 'typeNotInCopy',
  'engine-unavailable': 'partNotInCopy',
} as const satisfies Partial<Record<ConversionErrorCode, string>>;

function isNotInCopy(code: ConversionErrorCode): code is keyof typeof NOT_IN_COPY {
  return staticCopy?.engines === 'core' && Object.hasOwn(NOT_IN_COPY, code);
}

/** Returns a function that explains why a file was not converted. */
export function useReasons(): (code: ConversionErrorCode) => string {
  const usual = useMessages('errors');
  const t = useMessages('conversion');
  return (code) => (isNotInCopy(code) ? t(NOT_IN_COPY[code]) : usual(code));
}

/** A link to the installation that a small copy names, if that has what is missing. */
export function FullConverterLink({ code }: { readonly code: ConversionErrorCode }): ReactNode {
  const t = useMessages('conversion');
  const path = localePath(useLocale(), pathOf('converter'));
  if (!isNotInCopy(code) || staticCopy?.site === undefined) return undefined;
  return (
    <>
      {' '}
      <a href={staticCopy.site + path} className={textLinkClass()}>
        {t('fullConverter')}
      </a>
    </>
  );
}
