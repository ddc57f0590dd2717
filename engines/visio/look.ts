import type { Drawing, Master } from './drawing.ts';
import { overlaid, type Sheet, type SheetSection } from './sheet.ts';

/** Selects one of a shape's three styles. */
type StyleKind = 'LineStyle' | 'FillStyle' | 'TextStyle';

/** A shape with everything it inherits: from its master shape, then from its styles. */
export class Look {
  readonly own: Sheet;
  readonly master: Sheet | undefined;
  readonly #drawing: Drawing;

  constructor(own: Sheet, group: Master | undefined, drawing: Drawing) {
    this.own = own;
    this.#drawing = drawing;
    const { MasterShape: inMaster } = own.attributes;
    const around = this.group(group);
    this.master = inMaster === undefined ? around?.root : around?.byId.get(inMaster);
  }

  /** Returns the master in which child shapes are looked up. */
  group(around: Master | undefined): Master | undefined {
    const { Master: id } = this.own.attributes;
    return id === undefined ? around : this.#drawing.masters.get(id);
  }

  sections(name: string): readonly SheetSection[] {
    return overlaid(this.own.sections(name), this.master?.sections(name) ?? []);
  }

  get text(): Sheet['text'] {
    return this.own.text ?? this.master?.text;
  }

  get foreign(): Sheet['foreign'] {
    return this.own.foreign ?? this.master?.foreign;
  }

  /** Returns the raw value; `undefined` if it is not set anywhere. */
  word(cell: string, style: StyleKind = 'FillStyle'): string | undefined {
    return this.own.cells.get(cell) ?? this.master?.cells.get(cell) ?? this.#styled(cell, style);
  }

  number(cell: string, fallback: number, style?: StyleKind): number {
    const value = Number(this.word(cell, style) ?? Number.NaN);
    return Number.isFinite(value) ? value : fallback;
  }

  #styled(cell: string, kind: StyleKind): string | undefined {
    let id = this.own.attributes[kind] ?? this.master?.attributes[kind];
    const seen = new Set<string>();
    while (id !== undefined && !seen.has(id)) {
      seen.add(id);
      const style = this.#drawing.styles.get(id);
      const value = style?.cells.get(cell);
      if (value !== undefined) return value;
      id = style?.attributes[kind];
    }
    return undefined;
  }

  /** Returns a cell of the style's first row in a section: the default text formatting. */
  styledRow(section: string, cell: string): string | undefined {
    let id = this.own.attributes['TextStyle'] ?? this.master?.attributes['TextStyle'];
    const seen = new Set<string>();
    while (id !== undefined && !seen.has(id)) {
      seen.add(id);
      const style = this.#drawing.styles.get(id);
      const value = style?.sections(section)[0]?.rows[0]?.cells.get(cell);
      if (value !== undefined) return value;
      id = style?.attributes['TextStyle'];
    }
    return undefined;
  }

  /** Returns `#rrggbb`. Themed colours are resolved through the shape's quick style. */
  colour(cell: string, style: StyleKind, quickStyle: string, fallback: string): string {
    const word = this.word(cell, style) ?? 'Themed';
    return colourOf(word) ?? this.themed(quickStyle) ?? fallback;
  }

  themed(quickStyle: string): string | undefined {
    const index = this.number(quickStyle, Number.NaN);
    const name = QUICK_COLOURS[index] ?? (index >= 100 && index <= 106 ? `accent${((index - 100) % 6) + 1}` : undefined);
    return name === undefined ? undefined : this.#drawing.theme.get(name);
  }
}

/** [MS-VSDX] 2.2.7.5: theme colours by quick style number. */
const QUICK_COLOURS: Readonly<Record<number, string>> = {
  0: 'dk1',
  1: 'lt1',
  2: 'accent1',
  3: 'accent2',
  4: 'accent3',
  5: 'accent4',
  6: 'accent5',
  7: 'accent6',
};

/** Visio's palette of 24 indexed colours. */
const PALETTE = [
  '#000000',
  '#ffffff',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#ff00ff',
  '#00ffff',
  '#800000',
  '#008000',
  '#000080',
  '#808000',
  '#800080',
  '#008080',
  '#c0c0c0',
  '#e6e6e6',
  '#cdcdcd',
  '#b3b3b3',
  '#9a9a9a',
  '#808080',
  '#666666',
  '#4d4d4d',
  '#333333',
  '#1a1a1a',
];

export function colourOf(word: string): string | undefined {
  if (/^#[0-9a-f]{6}$/i.test(word)) return word.toLowerCase();
  return /^\d{1,2}$/.test(word) ? PALETTE[Number(word)] : undefined;
}
