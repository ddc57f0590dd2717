import type { FormField } from '@bakkum/registry/browser/pdf-pages.browser';
import type { Size } from '../preview/view-frame.ts';

/** Values of form fields by their names, as in the option `fields`. Only programs write lists and numbers. */
export type FormValues = Readonly<Record<string, string | boolean | number | readonly string[]>>;

/** Reads the option `fields`. Leaves out values that no field accepts. */
export function parseFormValues(text: unknown): FormValues {
  try {
    const parsed: unknown = typeof text === 'string' && text !== '' ? JSON.parse(text) : {};
    if (typeof parsed !== 'object' || parsed === null) return {};
    return Object.fromEntries(Object.entries(parsed).filter(([, value]) => isValue(value)));
  } catch {
    return {}; // not complete (yet)
  }
}

function isValue(value: unknown): value is FormValues[string] {
  if (Array.isArray(value)) return value.every((entry) => typeof entry === 'string');
  return ['string', 'boolean', 'number'].includes(typeof value);
}

export function writeFormValues(values: FormValues): string {
  return Object.keys(values).length === 0 ? '' : JSON.stringify(values);
}

/** A field with its current value and its place on the rotated page. */
export type FilledField = Pick<FormField, 'kind' | 'name' | 'label' | 'options' | 'isMultiline' | 'isReadOnly' | 'size'> & {
  /** For a check box or radio button, the value that turns it on. */
  readonly state: string;
  readonly value: string;
  readonly checked: boolean;
  readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
};

/** @param page size of the page as displayed, after the rotation by `turn` degrees */
export function filledField(field: FormField, values: FormValues, turn: number, page: Size): FilledField {
  const given = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
  const { kind, name, label, options, isMultiline, isReadOnly, size } = field;
  return {
    ...{ kind, name, label, options, isMultiline, isReadOnly, size },
    state: field.value,
    value: typeof given === 'string' || typeof given === 'number' ? String(given) : field.value,
    checked: given === undefined ? field.checked : kind === 'radio' ? given === field.value : given === true,
    area: turnedArea(field, turn, page),
  };
}

function turnedArea({ left, top, right, bottom }: FormField, turn: number, page: Size): FilledField['area'] {
  const [width, height] = [right - left, bottom - top];
  switch (turn) {
    case 90:
      return { x: page.width - bottom, y: left, width: height, height: width };
    case 180:
      return { x: page.width - right, y: page.height - bottom, width, height };
    case 270:
      return { x: top, y: page.height - right, width: height, height: width };
    default:
      return { x: left, y: top, width, height };
  }
}
