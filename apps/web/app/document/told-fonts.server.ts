import type { Locale } from '@bakkum/i18n/locale';
import moreFont from '../../.generated/interface-hangul-more.woff2?url';

/** What pages with much to tell are drawn with besides: asked for in the head, or it would wait for the styles. */
export function toldFonts(locale: Locale): readonly string[] {
  return locale === 'ko' ? [moreFont] : [];
}
