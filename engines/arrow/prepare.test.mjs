import { describe, expect, it } from 'vitest';
import { withoutText } from './prepare.mjs';

describe('how Arrow tells values from nulls', () => {
  it('makes no functions from text', () => {
    const changed = withoutText(
      "export function f(nullValues) {\n    let fnBody = '';\n    return new Function(`x`, fnBody);\n}\nconst rest = 1;\n",
    );
    expect(changed).not.toContain('new Function');
    expect(changed).toContain('!nulls.has(value)');
    expect(changed).toContain('const rest = 1;');
  });

  it('is not changed where it is written in another way', () => {
    expect(() => withoutText('export const f = () => true;')).toThrow('another way');
  });
});
