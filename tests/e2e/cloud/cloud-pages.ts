/** The page for conversions on the server. */
import { signIn as signInEn } from '@bakkum/i18n/strings/account/sign-in.en';
import { signIn as signInKo } from '@bakkum/i18n/strings/account/sign-in.ko';
import { cloud as cloudEn } from '@bakkum/i18n/strings/cloud/cloud.en';
import { cloud as cloudKo } from '@bakkum/i18n/strings/cloud/cloud.ko';
import { cloudShare as shareEn } from '@bakkum/i18n/strings/cloud/cloud-share.en';
import { cloudShare as shareKo } from '@bakkum/i18n/strings/cloud/cloud-share.ko';
import { conversion as conversionEn } from '@bakkum/i18n/strings/conversion/conversion.en';
import { conversion as conversionKo } from '@bakkum/i18n/strings/conversion/conversion.ko';
import { shell as shellEn } from '@bakkum/i18n/strings/site/shell.en';
import { shell as shellKo } from '@bakkum/i18n/strings/site/shell.ko';
import type { Page } from 'playwright-core';
import type { JourneyLocale, SiteJourney } from '../site-journey.ts';

/** Texts of the screens. */
export const WORDS = {
  en: { prefix: '', cloud: cloudEn, conversion: conversionEn, share: shareEn, shell: shellEn, signIn: signInEn },
  ko: { prefix: '/ko', cloud: cloudKo, conversion: conversionKo, share: shareKo, shell: shellKo, signIn: signInKo },
} as const;
/** A drawing that is converted at once. */
export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>',
);

/** Adds a drawing once the server has told the page its load. */
export async function addDrawing({ visit }: Pick<SiteJourney, 'visit'>, page: Page, locale: JourneyLocale): Promise<void> {
  await visit(page, locale, '/home3');
  await page.getByTestId('cloud-wait').filter({ hasNotText: WORDS[locale].cloud.wait_unknown }).waitFor();
  await page.setInputFiles('[data-testid=files]', { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: SVG });
  await page.locator('li[data-status=pending]').waitFor();
}
