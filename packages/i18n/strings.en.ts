/** English is the source: every other language has exactly these keys. */
import { converter } from './strings/converter.en.ts';
import { home } from './strings/home.en.ts';
import { licenses } from './strings/licenses.en.ts';
import { shell } from './strings/shell.en.ts';

export const en = { shell, home, converter, licenses } as const;

export type Strings = typeof en;
