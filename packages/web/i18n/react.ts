import { createContext, createElement, type ReactNode, useContext, useMemo } from 'react';
import type { Locale } from './locale.ts';
import { type Namespace, type Translate, translator } from './message.ts';
import type { Strings } from './strings.en.ts';

/** Messages sent with a page as loader data: only its language, and only the namespaces it requested. */
export type PageMessages = { readonly [Name in keyof Strings]?: Namespace };

type Words = { readonly locale: Locale; readonly messages: PageMessages };

const WordsContext = createContext<Words | undefined>(undefined);

export function WordsProvider({ locale, messages, children }: Words & { readonly children: ReactNode }): ReactNode {
  const words = useMemo(() => ({ locale, messages }), [locale, messages]);
  return createElement(WordsContext, { value: words }, children);
}

/** The page's language. */
export function useLocale(): Locale {
  return useWords().locale;
}

/** Messages of one namespace; the page's loader must have sent it. */
export function useMessages<Name extends keyof Strings>(name: Name): Translate<Strings[Name]> {
  const { locale, messages } = useWords();
  const namespace = messages[name];
  if (!namespace) throw new Error(`the page's loader sends no messages "${name}"`);
  return useMemo(() => translator<Strings[Name]>(locale, namespace), [locale, namespace]);
}

function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error('outside of WordsProvider');
  return words;
}
