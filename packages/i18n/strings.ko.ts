import type { Translation } from './message.ts';
import { converter } from './strings/converter.ko.ts';
import { home } from './strings/home.ko.ts';
import { licenses } from './strings/licenses.ko.ts';
import { shell } from './strings/shell.ko.ts';
import type { Strings } from './strings.en.ts';

export const ko = { shell, home, converter, licenses } satisfies { readonly [Name in keyof Strings]: Translation<Strings[Name]> };
