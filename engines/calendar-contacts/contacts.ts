import { writeRows } from '@bakkum/delimited-text/rows';
import { type Component, firstOf, type Notes, type Property, property, textOf } from './component.ts';
import { type Row, rowsOf } from './table.ts';

/** Columns of Google Contacts, which other programs read as well. */
const ONE_EACH: readonly (readonly [column: string, name: string])[] = [
  ['Nickname', 'NICKNAME'],
  ['Birthday', 'BDAY'],
  ['Notes', 'NOTE'],
  ['Organization Title', 'TITLE'],
];
const NAME_PARTS = ['Last Name', 'First Name', 'Middle Name', 'Name Prefix', 'Name Suffix'] as const;
const SEVERAL: readonly (readonly [column: string, name: string])[] = [
  ['E-mail', 'EMAIL'],
  ['Phone', 'TEL'],
  ['Address', 'ADR'],
  ['Website', 'URL'],
];
const KEPT: ReadonlySet<string> = new Set([
  ...ONE_EACH.map(([, name]) => name),
  ...SEVERAL.map(([, name]) => name),
  ...['FN', 'N', 'ORG', 'VERSION', 'CATEGORIES', 'UID'],
]);

export function writeContacts(cards: readonly Component[], notes: Notes): string {
  if (cards.some(({ properties }) => properties.some(({ name }) => !KEPT.has(name)))) notes.lose('metadata-dropped');
  const counts = SEVERAL.map(([, name]) => Math.max(0, ...cards.map((card) => all(card, name).length)));
  const header = [
    'Name',
    ...NAME_PARTS,
    ...ONE_EACH.map(([column]) => column),
    ...['Organization Name', 'Organization Department', 'Labels', 'UID'],
    ...SEVERAL.flatMap(([column], at) =>
      Array.from({ length: counts[at] ?? 0 }, (_, index) => [
        `${column} ${index + 1} - Label`,
        `${column} ${index + 1} - Value`,
      ]).flat(),
    ),
  ];
  return writeRows([header, ...cards.map((card) => cellsOf(card, counts))]);
}

const all = ({ properties }: Component, name: string): readonly Property[] => properties.filter((each) => each.name === name);

const partsOf = (found: Property | undefined): readonly string[] => {
  if (!found) return [];
  return typeof found.value === 'string' ? [found.value] : found.value;
};

function cellsOf(card: Component, counts: readonly number[]): readonly string[] {
  const name = partsOf(firstOf(card, 'N'));
  const [company = '', ...departments] = partsOf(firstOf(card, 'ORG'));
  const several = SEVERAL.flatMap(([, property], at) => {
    const found = all(card, property);
    return Array.from({ length: counts[at] ?? 0 }, (_, index) => [labelOf(found[index]), shown(found[index])]).flat();
  });
  return [
    textOf(firstOf(card, 'FN')) || [name[1], name[0]].filter(Boolean).join(' '),
    ...NAME_PARTS.map((_, index) => name[index] ?? ''),
    ...ONE_EACH.map(([, property]) => textOf(firstOf(card, property))),
    company,
    departments.filter(Boolean).join(', '),
    textOf(firstOf(card, 'CATEGORIES')),
    textOf(firstOf(card, 'UID')),
    ...several,
  ];
}

const labelOf = (found: Property | undefined): string => (found?.parameters.TYPE ?? []).join(' ').toLowerCase();

/** Formats a value as text; the seven components of an address are put on separate lines. */
function shown(found: Property | undefined): string {
  if (found?.name !== 'ADR') return textOf(found);
  return partsOf(found).join(';');
}

const NAMES = ['Name', 'FN', '이름', '성명', 'Full Name', 'First Name', 'Given Name', 'Display Name', '표시 이름'];

/** Reads columns of Google, Outlook and Korean address books. Writes version 3.0 cards, which every program reads. */
export function readContacts(text: string): readonly Component[] {
  return rowsOf(text, NAMES).map((row) => {
    const name = [
      row.cell('Last Name', 'Family Name', '성'),
      row.cell('First Name', 'Given Name'),
      row.cell('Middle Name', 'Additional Name'),
      row.cell('Name Prefix', 'Title Prefix'),
      row.cell('Name Suffix', 'Suffix'),
    ];
    const shownName =
      row.cell('Name', 'FN', '이름', '성명', 'Full Name', 'Display Name', '표시 이름') ||
      [name[1], name[0]].filter(Boolean).join(' ');
    const company = [
      row.cell('Organization Name', 'Company', 'Organization 1 - Name', '회사', '직장'),
      row.cell('Organization Department', 'Department', '부서'),
    ];
    const properties = [
      property('VERSION', '3.0'),
      property('FN', shownName || textOf(severalOf(row)[0])),
      property('N', name.some(Boolean) ? name : [shownName, '', '', '', '']),
      ...[
        property(
          'NICKNAME',
          row
            .cell('Nickname', '별명')
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean),
        ),
        property('ORG', company[1] ? company : company.slice(0, 1)),
        property('TITLE', row.cell('Organization Title', 'Job Title', 'Organization 1 - Title', '직책', '직위')),
        property('BDAY', row.cell('Birthday', '생일')),
        property('NOTE', row.cell('Notes', 'Note', '메모')),
        property(
          'CATEGORIES',
          row
            .cell('Labels', 'Categories', 'Group Membership', '그룹')
            .split(/,|:::/)
            .map((label) => label.trim())
            .filter(Boolean),
        ),
        property('UID', row.cell('UID')),
        ...severalOf(row),
      ].filter(({ value }) => (typeof value === 'string' ? value !== '' : value.some(Boolean))),
    ];
    return { type: 'VCARD', properties, components: [] };
  });
}

const MAX_PER_KIND = 20;
/** Columns with one value whose name includes the type. */
const SINGLE: readonly (readonly [name: string, type: string, columns: readonly string[]])[] = [
  ['TEL', 'CELL', ['Mobile Phone', 'Mobile', '휴대폰', '휴대전화', '핸드폰']],
  ['TEL', 'HOME', ['Home Phone', '집 전화', '집전화']],
  ['TEL', 'WORK', ['Business Phone', 'Work Phone', '회사 전화', '직장 전화']],
  ['TEL', '', ['Phone', 'Telephone', '전화', '전화번호', '연락처']],
  ['EMAIL', '', ['E-mail Address', 'Email', 'E-mail', '이메일', '전자 메일 주소', '메일']],
  ['URL', '', ['Web Page', 'Website', '홈페이지']],
  ['ADR', '', ['Address', '주소']],
];

function severalOf(row: Row): readonly Property[] {
  const numbered = SEVERAL.flatMap(([column, name]) =>
    Array.from({ length: MAX_PER_KIND }, (_, index) => {
      const value = row.cell(`${column} ${index + 1} - Value`, `${column} ${index + 1} - Formatted`);
      return typedProperty(name, row.cell(`${column} ${index + 1} - Label`, `${column} ${index + 1} - Type`), value);
    }),
  );
  return [...numbered, ...SINGLE.map(([name, type, columns]) => typedProperty(name, type, row.cell(...columns)))].filter(
    ({ value }) => value.length > 0 && value !== '',
  );
}

function typedProperty(name: string, label: string, value: string): Property {
  const types = label
    .split(/[\s,*]+/)
    .filter((type) => /^[\w-]+$/.test(type))
    .map((type) => type.toUpperCase());
  const address = value.split(';');
  const parts = address.length === 7 ? address : ['', '', value, '', '', '', ''];
  return property(name, name === 'ADR' && value !== '' ? parts : value, types.length > 0 ? { TYPE: types } : {});
}
