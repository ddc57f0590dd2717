import { describe, expect, it } from 'vitest';
import { filledField, parseFormValues, writeFormValues } from './form-values.ts';

const FIELD = {
  kind: 'text',
  name: 'person.name',
  label: 'Name',
  value: 'Kim',
  checked: false,
  options: [],
  size: 10,
  isMultiline: false,
  isReadOnly: false,
  left: 10,
  top: 20,
  right: 110,
  bottom: 40,
} as const;

describe('form values', () => {
  it('are the same after parsing and formatting', () => {
    expect(writeFormValues(parseFormValues('{"a":"b","c":true}'))).toBe('{"a":"b","c":true}');
    expect(writeFormValues(parseFormValues(''))).toBe('');
  });

  it.each(['{', 'null', '1', undefined])('are empty for %j', (text) => {
    expect(parseFormValues(text)).toEqual({});
  });

  it('keep lists and numbers, which only programs write, and leave out others', () => {
    expect(parseFormValues('{"a":["b"],"c":5,"d":{},"e":[1]}')).toEqual({ a: ['b'], c: 5 });
  });
});

describe('a field', () => {
  it('has the value that was typed, or its own', () => {
    const page = { width: 200, height: 100 };
    expect(filledField(FIELD, { 'person.name': '김' }, 0, page).value).toBe('김');
    expect(filledField(FIELD, {}, 0, page)).toMatchObject({ value: 'Kim', area: { x: 10, y: 20, width: 100, height: 20 } });
    const radio = { ...FIELD, kind: 'radio', value: 'large' } as const;
    expect(filledField(radio, { 'person.name': 'large' }, 0, page).checked).toBe(true);
    expect(filledField({ ...radio, checked: true }, { 'person.name': 'small' }, 0, page).checked).toBe(false);
  });

  it('turns with its page', () => {
    expect(filledField(FIELD, {}, 90, { width: 100, height: 200 }).area).toEqual({ x: 60, y: 10, width: 20, height: 100 });
    expect(filledField(FIELD, {}, 180, { width: 200, height: 100 }).area).toEqual({ x: 90, y: 60, width: 100, height: 20 });
    expect(filledField(FIELD, {}, 270, { width: 100, height: 200 }).area).toEqual({ x: 20, y: 90, width: 20, height: 100 });
  });
});
