import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import { useMessages } from '@bakkum/i18n/react';

/** Returns a function that says why a file was not converted. The extension leaves out some engines and fonts. */
export function useReason(): (code: ConversionErrorCode) => string {
  const usual = useMessages('errors');
  const t = useMessages('extension');
  return (code) => (code === 'engine-unavailable' ? t('engineMissing') : usual(code));
}
