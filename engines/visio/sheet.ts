import { childOf, elementsOf, type XmlElement } from '@bakkum/markup/xml';

/** A row of a section: its type (`T`), its index, its cells by name. */
export type SheetRow = {
  readonly kind: string;
  readonly index: number;
  readonly deleted: boolean;
  readonly cells: ReadonlyMap<string, string>;
};
export type SheetSection = {
  readonly index: number;
  readonly cells: ReadonlyMap<string, string>;
  readonly rows: readonly SheetRow[];
};

/**
 * The cells of a shape, style or page ([MS-VSDX] 2.2.5). A cell that is missing or marked as inherited is looked up in the
 * shape's master.
 */
export type Sheet = {
  readonly attributes: Readonly<Record<string, string>>;
  readonly cells: ReadonlyMap<string, string>;
  sections(name: string): readonly SheetSection[];
  readonly text: XmlElement | undefined;
  readonly foreign: XmlElement | undefined;
  readonly shapes: readonly XmlElement[];
};

export function sheetOf(element: XmlElement): Sheet {
  const sections = Map.groupBy(
    elementsOf(element).filter(({ name }) => name === 'Section'),
    ({ attributes }) => attributes['N'] ?? '',
  );
  const shapes = childOf(element, 'Shapes');
  return {
    attributes: element.attributes,
    cells: cellsIn(element),
    sections: (name) => (sections.get(name) ?? []).map(sectionOf),
    text: childOf(element, 'Text'),
    foreign: childOf(element, 'ForeignData'),
    shapes: shapes ? elementsOf(shapes).filter(({ name }) => name === 'Shape') : [],
  };
}

function cellsIn(element: XmlElement): ReadonlyMap<string, string> {
  return new Map(
    elementsOf(element).flatMap(({ name, attributes }) => {
      const { N: cell, V: value } = attributes;
      return name === 'Cell' && cell !== undefined && value !== undefined ? [[cell, value]] : [];
    }),
  );
}

function sectionOf(section: XmlElement): SheetSection {
  const rows = elementsOf(section).filter(({ name }) => name === 'Row');
  return {
    index: Number(section.attributes['IX'] ?? 0),
    cells: cellsIn(section),
    rows: rows.map((row, index) => ({
      kind: row.attributes['T'] ?? '',
      index: Number(row.attributes['IX'] ?? index),
      deleted: row.attributes['Del'] === '1',
      cells: cellsIn(row),
    })),
  };
}

/** Merges sections of a shape over those of its master, by index and row. */
export function overlaid(own: readonly SheetSection[], under: readonly SheetSection[]): readonly SheetSection[] {
  const indices = [...new Set([...under, ...own].map(({ index }) => index))].sort((a, b) => a - b);
  return indices.map((index) => {
    const [above, below] = [own, under].map((sections) => sections.find((section) => section.index === index));
    return {
      index,
      cells: new Map([...(below?.cells ?? []), ...(above?.cells ?? [])]),
      rows: overlaidRows(above?.rows ?? [], below?.rows ?? []),
    };
  });
}

function overlaidRows(own: readonly SheetRow[], under: readonly SheetRow[]): readonly SheetRow[] {
  const rows = new Map(under.map((row) => [row.index, row]));
  for (const row of own) {
    const below = rows.get(row.index);
    rows.set(row.index, {
      ...row,
      kind: row.kind === '' ? (below?.kind ?? '') : row.kind,
      cells: new Map([...(below?.cells ?? []), ...row.cells]),
    });
  }
  return [...rows.values()].filter(({ deleted }) => !deleted).sort((a, b) => a.index - b.index);
}
