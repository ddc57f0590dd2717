import { describe, expect, it } from 'vitest';
import { withoutTextFunctions } from './embind.ts';

const CRAFT = 'function craftInvokerFunction(a){return newFunc(Function,a)}function __embind_register_class_constructor(){}';

describe('withoutTextFunctions', () => {
  it('replaces generated functions with closures, and receives the WebAssembly module from the caller', () => {
    const changed = withoutTextFunctions(`var ENVIRONMENT_IS_NODE=typeof process=="object";${CRAFT}`, 'factory');
    expect(changed).toContain('ENVIRONMENT_IS_NODE=false;');
    expect(changed).not.toContain('Function,');
    expect(changed).toContain('cppInvokerFunc(cppTargetFunc,...wired)');
    expect(changed).toContain('export default factory;');
  });

  it('refuses a script of an unknown shape, which stops the build', () => {
    expect(() => withoutTextFunctions('another shape')).toThrow('as expected');
    expect(() => withoutTextFunctions(`${CRAFT}new Function("x")`)).toThrow('elsewhere');
  });
});
