import type { Conversion, EngineManifest } from '@bakkum/conversion/engine';
import { DATA } from '@bakkum/data-tree/tree';
import { CSV_OPTIONS, PASSWORD_OPTION, TSV_OPTIONS } from '@bakkum/document-office/options';
import { TEXT_TABLES, WORKBOOKS, WRITERS } from './kinds.ts';

const { sheets, ...CSV_OF_ONE } = CSV_OPTIONS;
const { sheets: _, ...TSV_OF_ONE } = TSV_OPTIONS;
const ONE_OR_ALL = sheets ? { sheets } : {};

/** Fast: no large program has to start. */
const COST = 4;
/** The office engine keeps more of a workbook and is preferred if available. */
const COST_OF_BOOKS = 40;

const without = (formats: readonly string[], to: string): readonly string[] => formats.filter((from) => from !== to);

/** Passwords of these documents cannot be used. */
const NUMBERS = 'numbers';

/** Adds Numbers documents to a conversion, without the option of a password. */
function withNumbers(conversion: Conversion): readonly Conversion[] {
  const { password: _password, ...options } = conversion.options ?? {};
  return [
    { ...conversion, from: without(conversion.from, NUMBERS) },
    { ...conversion, from: [NUMBERS], options },
  ];
}

function booksTo(to: string): readonly Conversion[] {
  const options = ['slk', 'dif'].includes(to) ? { ...ONE_OR_ALL, ...PASSWORD_OPTION } : PASSWORD_OPTION;
  const from = without([...WORKBOOKS, ...TEXT_TABLES], to);
  return withNumbers({ from, to: [to], fidelity: 'layout-lost', cost: COST_OF_BOOKS, options });
}

export const manifest: EngineManifest = {
  id: 'sheets',
  tier: 'core',
  license: 'Apache-2.0',
  program: { name: 'SheetJS Community Edition (@e965/xlsx)', version: '0.20.3', homepage: 'https://sheetjs.com' },
  downloadBytes: 420_000,
  requires: [],
  memory: { baseBytes: 64 * 1024 * 1024, perInputByte: 40 },
  assets: {},
  conversions: [
    ...withNumbers({ from: WORKBOOKS, to: ['csv'], fidelity: 'layout-lost', cost: COST, options: CSV_OPTIONS }),
    ...withNumbers({ from: WORKBOOKS, to: ['tsv'], fidelity: 'layout-lost', cost: COST, options: TSV_OPTIONS }),
    ...withNumbers({ from: WORKBOOKS, to: [DATA], fidelity: 'layout-lost', cost: COST - 1, options: PASSWORD_OPTION }),
    { from: [DATA], to: ['xlsx', 'xlsb', 'xls'], fidelity: 'lossy', cost: COST },
    { from: ['csv'], to: ['tsv'], fidelity: 'lossless', cost: 1, options: TSV_OF_ONE },
    { from: ['tsv'], to: ['csv'], fidelity: 'lossless', cost: 1, options: CSV_OF_ONE },
    ...['html', ...Object.keys(WRITERS)].flatMap(booksTo),
  ],
};
