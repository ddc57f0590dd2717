import { compose } from '@bakkum/conversion/compose';
import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OptionValues } from '@bakkum/conversion/options';
import { PDFArray, PDFBool, type PDFDict, PDFHexString } from '@cantoo/pdf-lib';
import type { Part } from '../document/assemble.ts';
import { arrayOf, dictOf, name, textOf } from '../document/objects.ts';
import { drawAppearances } from './appearance.ts';
import { addCheckMarks } from './check-mark.ts';
import { type FormField, fieldsIn, hasFlag, onStateOf, optionsOf } from './fields.ts';

export type FieldValue = string | boolean | readonly string[];

/** Reads `fields`, a JSON object of values by field name; `undefined` if it is empty. Errors: `invalid-options`. */
export function fieldValuesOf({ fields }: OptionValues): ReadonlyMap<string, FieldValue> | undefined {
  if (typeof fields !== 'string' || fields.trim() === '') return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(fields);
  } catch (cause) {
    throw new ConversionError('invalid-options', 'fields are not JSON', { cause });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ConversionError('invalid-options', 'fields are not an object');
  const values = Object.entries(parsed).map(([key, value]) => [key, valueOf(key, value)] as const);
  return values.length > 0 ? new Map(values) : undefined;
}

function valueOf(key: string, value: unknown): FieldValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value;
  throw new ConversionError('invalid-options', `the value of field ${key}`);
}

/**
 * Fills in form fields and draws what they look like, with embedded fonts. Scripts of the form are not run.
 * @returns the number of values that no field accepts
 */
export async function fillForm(
  { document }: Part,
  values: ReadonlyMap<string, FieldValue>,
  context: EngineContext,
): Promise<number> {
  const fields = fieldsIn(document);
  const filled = fields.filter((field) => {
    const value = values.get(field.name);
    return value !== undefined && setValue(field, value);
  });
  const form = dictOf(document.catalog, 'AcroForm');
  if (form && filled.length > 0) {
    // Readers would otherwise show the values of the XML form instead.
    form.delete(name('XFA'));
    const changed = new Set(filled);
    const isAsked = form.lookup(name('NeedAppearances')) === PDFBool.True;
    const drawn = fields.filter((field) => changed.has(field) || (isAsked && isUndrawn(field)));
    await drawAppearances(document, drawn.filter(isWritten), context);
    form.delete(name('NeedAppearances'));
  }
  const names = new Set(filled.map((field) => field.name));
  return [...values.keys()].filter((key) => !names.has(key)).length;
}

const isWritten = ({ kind }: FormField): boolean => kind === 'text' || kind === 'choice';

function isUndrawn({ dict, widgets }: FormField): boolean {
  return dict.has(name('V')) && widgets.some((widget) => !dictOf(widget, 'AP'));
}

function setValue(field: FormField, value: FieldValue): boolean {
  switch (field.kind) {
    case 'text':
      return setText(field, value);
    case 'check':
      return setCheck(field, value);
    case 'radio':
      return typeof value === 'string' && setRadio(field, value);
    case 'choice':
      return setChoice(field, value);
  }
}

function setText({ dict, maxLength }: FormField, value: FieldValue): boolean {
  if (typeof value !== 'string') return false;
  const text = compose(value).replaceAll(/\r\n?/g, '\n');
  if (maxLength !== undefined && [...text].length > maxLength) return false;
  dict.delete(name('RV'));
  dict.set(name('V'), PDFHexString.fromText(text));
  return true;
}

const ON: ReadonlySet<string> = new Set(['true', 'on', 'yes']);
const OFF: ReadonlySet<string> = new Set(['', 'false', 'off', 'no']);

function setCheck(field: FormField, value: FieldValue): boolean {
  if (Array.isArray(value)) return false;
  const text = String(value).toLowerCase();
  addCheckMarks(field);
  const states = field.widgets.map(onStateOf);
  const isOn = ON.has(text) || states.some((state) => state?.toLowerCase() === text);
  if (!isOn && !OFF.has(text)) return false;
  turn(field, isOn ? (states.find((state) => state?.toLowerCase() === text) ?? states[0]) : undefined);
  return true;
}

/** Finds the button by the name of its state, by its label, or by its number, such as `#1`. */
function setRadio(field: FormField, value: string): boolean {
  const states = field.widgets.map(onStateOf);
  const listed = arrayOf(field.dict, 'Opt')?.asArray().slice(0, states.length) ?? [];
  const labels = listed.map((entry) => textOf(field.dict.context.lookup(entry)));
  const named = [states, labels].map((names) => names.indexOf(value)).find((place) => place >= 0);
  const at = named ?? Number(/^#(\d+)$/.exec(value)?.[1] ?? 0) - 1;
  if (value !== '' && states[at] === undefined) return false;
  turn(field, value === '' ? undefined : states[at]);
  return true;
}

/** Shows the buttons with this state as on, and all others as off. */
function turn({ dict, widgets }: FormField, state: string | undefined): void {
  dict.set(name('V'), name(state ?? 'Off'));
  for (const widget of widgets) widget.set(name('AS'), name(state !== undefined && onStateOf(widget) === state ? state : 'Off'));
}

function setChoice(field: FormField, value: FieldValue): boolean {
  if (typeof value === 'boolean') return false;
  const { labels, values } = optionsOf(field);
  const wanted = typeof value === 'string' ? [value] : value;
  const stored = wanted.map((text) => (labels.has(text) ? text : (values.get(text) ?? text)));
  const isFree = hasFlag(field, 'combo') && hasFlag(field, 'edit');
  const isKnown = stored.every((text) => text === '' || labels.has(text));
  if (!isKnown && !isFree) return false;
  writeChoice(
    field.dict,
    stored.filter((text) => text !== ''),
  );
  return true;
}

function writeChoice(dict: PDFDict, stored: readonly string[]): void {
  dict.delete(name('I'));
  const [only, ...more] = stored;
  if (only === undefined) dict.delete(name('V'));
  else if (more.length === 0) dict.set(name('V'), PDFHexString.fromText(only));
  else {
    const list = PDFArray.withContext(dict.context);
    for (const text of stored) list.push(PDFHexString.fromText(text));
    dict.set(name('V'), list);
  }
}
