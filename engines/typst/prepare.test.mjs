import { describe, expect, it } from 'vitest';
import { moduleFrom } from './prepare.mjs';

const SCRIPT = `let wasm;
imports.a = function(arg0, arg1) { const ret = new Function(text(arg0, arg1)); return ret; };
imports.b = function(a, b, c, d) { const ret = new Function(text(a, b), text(c, d)); return ret; };
export class TypstCompilerBuilder {
}
load('x.wasm', import.meta.url);
export { initSync };
export default __wbg_init;
export {
  setImportWasmModule
}
`;

describe('the start script of Typst', () => {
  it('generates no code and exports one function', () => {
    const changed = moduleFrom(SCRIPT);
    expect(changed).not.toContain('new Function');
    expect(changed.match(/^export .*$/gm)).toEqual(['export function openCompiler() {']);
    expect(changed.match(/const ret = \(\) => undefined;/g)).toHaveLength(2);
  });

  it.each([
    ['evaluates code differently', SCRIPT.replace('text(arg0, arg1)', '((()))')],
    ['has no builder', SCRIPT.replace('TypstCompilerBuilder', 'Other')],
  ])('is refused if it %s', (_, script) => {
    expect(() => moduleFrom(script)).toThrow('unknown start script');
  });
});
