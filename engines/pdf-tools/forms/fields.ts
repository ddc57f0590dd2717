import { PDFArray, type PDFContext, PDFDict, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib';
import { arrayOf, dictOf, dictsIn, name, nameOf, numberOf, textOf } from '../document/objects.ts';
import { decodeName } from '../document/text-strings.ts';

/** Kinds of fields that can be filled in (ISO 32000-1, 12.7.4), which excludes push buttons and signatures. */
export type FieldKind = 'text' | 'check' | 'radio' | 'choice';

/** A field that can be filled in, with the values it inherits from its parents. */
export type FormField = {
  /** Names of all levels, joined by dots. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly dict: PDFDict;
  /** Where the field appears on pages. */
  readonly widgets: readonly PDFDict[];
  readonly flags: number;
  /** Default appearance: operators that set the font, its size and the color. */
  readonly appearance: string;
  /** 0 left, 1 center, 2 right. */
  readonly alignment: number;
  readonly maxLength: number | undefined;
};

/** Field flags (ISO 32000-1, tables 226, 228 and 230). */
const FLAGS = { multiline: 1 << 12, radio: 1 << 15, password: 1 << 13, push: 1 << 16, combo: 1 << 17, edit: 1 << 18 } as const;
type Flag = keyof typeof FLAGS;

export const hasFlag = ({ flags }: Pick<FormField, 'flags'>, flag: Flag): boolean => (flags & FLAGS[flag]) !== 0;

type Inherited = {
  readonly path: string;
  readonly type: string | undefined;
  readonly flags: number;
  readonly appearance: string;
  readonly alignment: number;
  readonly maxLength: number | undefined;
};

const MAX_DEPTH = 64;

/** The fields of the document's form in the order of the file. Loops and shared children, also shared lists of them, are visited once. */
export function fieldsIn({ catalog, context }: PDFDocument): readonly FormField[] {
  const form = dictOf(catalog, 'AcroForm');
  const start: Inherited = {
    path: '',
    type: undefined,
    flags: 0,
    appearance: textOf(form?.lookup(name('DA'))) ?? '',
    alignment: numberOf(form, 'Q') ?? 0,
    maxLength: undefined,
  };
  const found: FormField[] = [];
  const seen = new Set<PDFDict | PDFArray>();
  const unseen = <Seen extends PDFDict | PDFArray>(value: Seen | undefined): Seen | undefined => {
    if (!value || seen.has(value)) return undefined;
    seen.add(value);
    return value;
  };
  const visit = (list: PDFArray | undefined, inherited: Inherited, depth: number): void => {
    for (const [dict] of depth > MAX_DEPTH ? [] : dictsIn(list, context)) {
      if (!unseen(dict)) continue;
      const own = inheritedBy(dict, inherited);
      const kids = unseen(arrayOf(dict, 'Kids'));
      if (kids && hasNames(kids, context)) visit(kids, own, depth + 1);
      else {
        const field = fieldOf(dict, own, kids, context);
        if (field) found.push(field);
      }
    }
  };
  visit(arrayOf(form, 'Fields'), start, 0);
  return found;
}

function inheritedBy(dict: PDFDict, above: Inherited): Inherited {
  const part = textOf(dict.lookup(name('T')));
  return {
    path: [above.path, part ?? ''].filter((text) => text !== '').join('.'),
    type: nameOf(dict, 'FT') ?? above.type,
    flags: numberOf(dict, 'Ff') ?? above.flags,
    appearance: textOf(dict.lookup(name('DA'))) ?? above.appearance,
    alignment: numberOf(dict, 'Q') ?? above.alignment,
    maxLength: numberOf(dict, 'MaxLen') ?? above.maxLength,
  };
}

/** Whether kids are fields rather than widgets of their parent. */
function hasNames(kids: PDFArray, context: PDFContext): boolean {
  return dictsIn(kids, context).some(([kid]) => kid.has(name('T')));
}

function fieldOf(
  dict: PDFDict,
  { path, type, ...inherited }: Inherited,
  kids: PDFArray | undefined,
  context: PDFContext,
): FormField | undefined {
  const kind = kindOf(type, inherited);
  if (!kind || path === '') return undefined;
  const places = kids ? [...new Set(dictsIn(kids, context).map(([kid]) => kid))] : [dict];
  const [first] = places;
  const appearance = (first && textOf(first.lookup(name('DA')))) ?? inherited.appearance;
  return { ...inherited, appearance, name: path, kind, dict, widgets: places.filter((place) => place.has(name('Rect'))) };
}

function kindOf(type: string | undefined, field: Pick<FormField, 'flags'>): FieldKind | undefined {
  if (type === 'Tx') return 'text';
  if (type === 'Ch') return 'choice';
  if (type !== 'Btn' || hasFlag(field, 'push')) return undefined;
  return hasFlag(field, 'radio') ? 'radio' : 'check';
}

/** The options of a choice. The first of equal ones counts. */
export type FieldOptions = {
  /** Labels by stored value. */
  readonly labels: ReadonlyMap<string, string>;
  /** Stored values by label. */
  readonly values: ReadonlyMap<string, string>;
};

const NO_OPTIONS: FieldOptions = { labels: new Map(), values: new Map() };
/** Fields can share one long list. */
const known = new WeakMap<PDFArray, FieldOptions>();

export function optionsOf({ dict }: FormField): FieldOptions {
  const list = arrayOf(dict, 'Opt');
  if (!list) return NO_OPTIONS;
  const options = known.get(list) ?? readOptions(list, dict.context);
  known.set(list, options);
  return options;
}

/** Reads texts, or pairs of the stored value and its label. */
function readOptions(list: PDFArray, context: PDFContext): FieldOptions {
  const [labels, values] = [new Map<string, string>(), new Map<string, string>()];
  for (const entry of list.asArray()) {
    const value: PDFObject | undefined = context.lookup(entry);
    const [stored, shown] = value instanceof PDFArray ? [value.lookup(0), value.lookup(1)] : [value, value];
    const text = textOf(stored);
    if (text === undefined) continue;
    const label = textOf(shown) ?? text;
    if (!labels.has(text)) labels.set(text, label);
    if (!values.has(label)) values.set(label, text);
  }
  return { labels, values };
}

/** Name of the state in which a button is on; `undefined` if it stores no appearance. */
export function onStateOf(widget: PDFDict): string | undefined {
  const looks = dictOf(widget, 'AP')?.lookup(name('N'));
  if (!(looks instanceof PDFDict)) return undefined;
  return looks
    .keys()
    .map((key) => decodeName(key))
    .find((state) => state !== 'Off');
}
