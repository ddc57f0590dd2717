import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** Constants of `hb-subset.h`. */
const KEEP_NAME_IDS = 4;
const KEEP_NAME_LANGUAGES = 5;
const KEEP_FEATURES = 6;
const FLAG_NOTDEF_OUTLINE = 0x40;
const FLAG_GLYPH_NAMES = 0x80;
const READONLY = 1;

/** The exported functions take and return numbers; a missing one is a build defect. */
type Program = { readonly memory: WebAssembly.Memory; call(name: string, ...values: readonly number[]): number };

function programOf(module: WebAssembly.Module): Program {
  const { exports } = new WebAssembly.Instance(module, {});
  const { memory } = exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new TypeError('HarfBuzz without memory');
  const call = (name: string, ...values: readonly number[]): number => {
    const found = exports[name];
    if (typeof found !== 'function') throw new TypeError(`HarfBuzz without ${name}`);
    const answer: unknown = found(...values);
    return typeof answer === 'number' ? answer : 0;
  };
  call('_initialize');
  return { memory, call };
}

/**
 * Returns the font with the glyphs needed for a text, including ligatures and alternates; names and layout rules stay.
 * @throws corrupt if it is not a font, unsupported-feature if it has none of the characters
 */
export function subsetFont(module: WebAssembly.Module, sfnt: Bytes, text: string): Bytes {
  const program = programOf(module); // a fresh instance per font frees all memory
  const { call } = program;
  const place = call('malloc', sfnt.length);
  if (place === 0) throw new ConversionError('out-of-memory', 'no room for the font');
  new Uint8Array(program.memory.buffer).set(sfnt, place);
  const face = call('hb_face_create', call('hb_blob_create', place, sfnt.length, READONLY, 0, 0), 0);
  const wanted = call('hb_subset_input_create_or_fail');
  for (const kept of [KEEP_NAME_IDS, KEEP_NAME_LANGUAGES, KEEP_FEATURES]) {
    const set = call('hb_subset_input_set', wanted, kept);
    call('hb_set_clear', set);
    call('hb_set_invert', set);
  }
  call('hb_subset_input_set_flags', wanted, FLAG_NOTDEF_OUTLINE | FLAG_GLYPH_NAMES);
  const characters = call('hb_subset_input_unicode_set', wanted);
  for (const character of text) call('hb_set_add', characters, character.codePointAt(0) ?? 0);
  const subset = call('hb_subset_or_fail', face, wanted);
  if (subset === 0) throw new ConversionError('corrupt', 'HarfBuzz cannot make a subset');
  const blob = call('hb_face_reference_blob', subset);
  const [from, length] = [call('hb_blob_get_data', blob, 0), call('hb_blob_get_length', blob)];
  if (length === 0) throw new ConversionError('corrupt', 'HarfBuzz made nothing');
  return new Uint8Array(program.memory.buffer).slice(from, from + length);
}
