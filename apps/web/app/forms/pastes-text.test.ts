import { afterEach, expect, it, vi } from 'vitest';
import { pastesText } from './pastes-text.ts';

class ElementStub {
  readonly isEditable: boolean;
  constructor(isEditable: boolean) {
    this.isEditable = isEditable;
  }
  closest(): ElementStub | null {
    return this.isEditable ? this : null;
  }
}

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['text into a field', true, 'a\tb', true],
  ['a picture alone into a field', true, '', false],
  ['text anywhere else', false, 'a\tb', false],
])('%s', (_what, isEditable, text, expected) => {
  vi.stubGlobal('Element', ElementStub);
  const event = { target: new ElementStub(isEditable), clipboardData: { getData: () => text } };
  expect(pastesText(event as unknown as ClipboardEvent)).toBe(expected);
});
