import { EXTENSION_MESSAGES } from '@bakkum/i18n/extension-messages';
import { preferredLocale } from '@bakkum/i18n/locale';
import { WordsProvider } from '@bakkum/i18n/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { browserApi } from '../browser-api.ts';
import { ExtensionPage } from './extension-page.tsx';

const locale = preferredLocale(browserApi().i18n.getUILanguage()) ?? 'en';
document.documentElement.lang = locale;
document.title = EXTENSION_MESSAGES[locale].extension.title;

const place = document.getElementById('page');
if (!place) throw new Error('page.html has no place for the page');
createRoot(place).render(
  <StrictMode>
    <WordsProvider locale={locale} messages={EXTENSION_MESSAGES[locale]}>
      <ExtensionPage id={location.hash.slice(1)} />
    </WordsProvider>
  </StrictMode>,
);
