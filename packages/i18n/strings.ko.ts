import { errors } from '@bakkum/messages/errors.ko';
import { warnings } from '@bakkum/messages/warnings.ko';
import type { Translation } from './message.ts';
import { conversion } from './strings/conversion.ko.ts';
import { converter } from './strings/converter.ko.ts';
import { home } from './strings/home.ko.ts';
import { licenses } from './strings/licenses.ko.ts';
import { pairs } from './strings/pairs.ko.ts';
import { shell } from './strings/shell.ko.ts';
import type { Strings } from './strings.en.ts';

export const ko = { shell, home, converter, conversion, errors, warnings, licenses, pairs } satisfies {
  readonly [Name in keyof Strings]: Translation<Strings[Name]>;
};
