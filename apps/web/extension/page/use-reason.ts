import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import { useMessages } from '@bakkum/i18n/react';

/** Returns a function that explains why a file was not converted, with a separate text for engines and fonts that the extension leaves out. */
export function useReason(): (code: ConversionErrorCode) => string {
  const usual = useMessages('errors');
  const t = useMessages('extension');
  return (code) => (code === 'engine-unavailable' ? t('engineMissing') : usual(code));
}
