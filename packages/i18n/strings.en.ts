/** English is the source: every other language has exactly these keys. */
import { errors } from '@bakkum/messages/errors.en';
import { warnings } from '@bakkum/messages/warnings.en';
import { conversion } from './strings/conversion.en.ts';
import { converter } from './strings/converter.en.ts';
import { home } from './strings/home.en.ts';
import { licenses } from './strings/licenses.en.ts';
import { pairs } from './strings/pairs.en.ts';
import { shell } from './strings/shell.en.ts';

export const en = { shell, home, converter, conversion, errors, warnings, licenses, pairs } as const;

export type Strings = typeof en;
