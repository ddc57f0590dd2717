import { describe, expect, it } from 'vitest';
import { withoutText } from './prepare.mjs';

describe("the patch for Arrow's null check", () => {
  it('removes generated code', () => {
    const changed = withoutText(
      "export function f(nullValues) {\n    let fnBody = '';\n    return new Function(`x`, fnBody);\n}\nconst rest = 1;\n",
    );
    expect(changed).not.toContain('new Function');
    expect(changed).toContain('!nulls.has(value)');
    expect(changed).toContain('const rest = 1;');
  });

  it('fails if the upstream module changed', () => {
    expect(() => withoutText('export const f = () => true;')).toThrow('unknown code');
  });
});
