import { type Engine, type FormatId, readInput, type Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { aco, act, ase } from './adobe.ts';
import type { Dialect, Palette } from './palette.ts';
import { css, gpl, hex, json, pal, soc, svg } from './text-palettes.ts';

const DIALECTS: Readonly<Record<FormatId, Dialect>> = { ase, aco, act, gpl, pal, hex, soc, css, json, svg };
const MEDIA_TYPES: Readonly<Record<FormatId, string>> = { svg: 'image/svg+xml', json: 'application/json', css: 'text/css' };
const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum number of colours in a table. */
const TABLE = 256;

/** Converts colour tables of drawing programs to each other and to a sheet. */
export const engine: Engine = {
  async convert({ inputs, from, to }, context) {
    context.signal.throwIfAborted();
    const file = await readInput(inputs[0], MAX_BYTES);
    const palette = dialectOf(from).read(file);
    if (palette.swatches.length === 0) throw new ConversionError('corrupt', 'no colour');
    const content = new Blob([dialectOf(to).write(palette)], { type: MEDIA_TYPES[to] ?? 'application/octet-stream' });
    context.onProgress(1);
    return { outputs: [{ content }], warnings: warningsOf(palette, to) };
  },
};

function warningsOf({ swatches, isConverted }: Palette, to: FormatId): readonly Warning[] {
  const losses: Warning[] = [];
  if (isConverted) losses.push({ code: 'profile-converted' });
  if (to === 'act' && swatches.length > TABLE) losses.push({ code: 'colours-reduced' });
  if (['act', 'pal', 'hex'].includes(to) && swatches.some(({ name }) => name !== '')) losses.push({ code: 'metadata-dropped' });
  return losses;
}

function dialectOf(id: FormatId): Dialect {
  const dialect = DIALECTS[id];
  if (!dialect) throw new RangeError(`no colours in ${id}`);
  return dialect;
}
