import type { Locale } from '@bakkum/i18n/locale';
import moreFont from '../../.generated/interface-hangul-more.woff2?url';

/** Fonts for pages with long text. They are preloaded in the head; otherwise they would wait for the style sheet. */
export function preloadedFonts(locale: Locale): readonly string[] {
  return locale === 'ko' ? [moreFont] : [];
}
