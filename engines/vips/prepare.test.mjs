import { describe, expect, it } from 'vitest';
import { changedScript } from './prepare.mjs';

/** The lines of the published script that are changed. */
const SCRIPT = [
  'function invoker(b,c,h,l,p,m,v,d,n){b=(new Function(v,n+"}\\n"))(...d);return b}',
  'function caller(a,b,c,e,g,h,l,Y,th,rh){c=(new Function(Object.keys(h),l))(...Object.values(h));return c}',
  'var plugin=(xa,Z)=>eval(`(${xa}) => { ${Z} };`);',
  'var other=(Xa,tb)=>eval(`(${Xa}) => ${tb};`);',
  'for(var a=navigator.hardwareConcurrency>6?navigator.hardwareConcurrency:6;a--;)start();',
  'env.VIPS_MAX_THREADS=navigator.hardwareConcurrency>6?navigator.hardwareConcurrency:6;',
  'var sa={},ta;',
  'Module.ENV=xh;',
].join('\n');

/** Returns a function of the changed script. */
async function functionOf(name) {
  const changed = changedScript(SCRIPT);
  const from = changed.indexOf(`function ${name}(`);
  const code = changed.slice(from, changed.indexOf(name === 'invoker' ? 'function caller' : 'var plugin', from));
  const module = await import(`data:text/javascript,${encodeURIComponent(`export ${code}`)}`);
  return module[name];
}

describe('the start script of libvips', () => {
  it('generates no code', () => {
    expect(changedScript(SCRIPT)).not.toMatch(/new Function|eval\(/);
  });

  it('takes threads and modules of plugins from its options', () => {
    const changed = changedScript(SCRIPT);
    expect(changed).not.toContain('hardwareConcurrency');
    expect(changed).toContain('Module.modules??{}');
    expect(changed).toContain('Module.endThreads=je');
  });

  it('is refused if unknown', () => {
    expect(() => changedScript(SCRIPT.replace('Module.ENV=xh;', ''))).toThrow('unknown start script');
    expect(() => changedScript(`${SCRIPT}\nnew Function('x')`)).toThrow('generates code');
  });
});

describe('functions of the program', () => {
  it('take converted values, and destroy them', async () => {
    const destroyed = [];
    const names = ['humanName', 'throwBindingError', 'invoker', 'fn', 'runDestructors', 'fromRetWire', 'toClassParamWire'];
    const wires = [
      'name',
      undefined,
      (fn, self, value) => [fn, self, value],
      7,
      undefined,
      (wire) => ({ wire }),
      (_, self) => self.id,
    ];
    const types = [{}, { I: null }, { I: () => undefined }];
    const invoker = await functionOf('invoker');
    const call = invoker(
      types,
      true,
      false,
      false,
      1,
      true,
      [...names, 'toArg0Wire', 'arg0Wired_dtor'],
      [...wires, (_, value) => value * 2, (value) => destroyed.push(value)],
    );
    expect(call.call({ id: 'self' }, 21)).toEqual({ wire: [7, 'self', 42] });
    expect(destroyed).toEqual([42]);
  });

  it('restore the stack even if the program throws', async () => {
    const log = [];
    const fails = () => {
      throw new RangeError('out of memory');
    };
    const invoker = await functionOf('invoker');
    const call = invoker(
      [{}, null],
      false,
      true,
      true,
      0,
      false,
      ['invoker', 'fn', 'runDestructors', 'stackSave', 'stackRestore'],
      [fails, 1, (all) => log.push(all), () => 5, (stack) => log.push(stack)],
    );
    expect(() => call()).toThrow('out of memory');
    expect(log).toEqual([5]);
  });
});

describe('the program', () => {
  it.each([
    ['a function', 0, [3, 4], 7],
    ['a method', 1, [3, 4], 'add 3 4'],
    ['a constructor', 2, [3, 4], { sum: 7 }],
    ['a value', 3, [3, 4], 4],
  ])('uses %s of JavaScript', async (_what, kind, values, expected) => {
    function target(one, two) {
      if (new.target) this.sum = one + two;
      else return one + two;
    }
    target.add = (one, two) => `add ${one} ${two}`;
    const readers = values.map((value, at) => (pointer) => (pointer === 100 + at * 8 ? value : undefined));
    const caller = await functionOf('caller');
    const back = (toWire, destructors, result) => [toWire, destructors, result];
    const call = caller(
      0,
      { kb: false },
      kind,
      'wire',
      readers,
      {},
      '',
      () => target,
      () => 'add',
      back,
    );
    expect(call('handle', 'name', 'destructors', 100)).toEqual(['wire', 'destructors', expected]);
  });
});
