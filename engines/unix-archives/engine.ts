import { counted, filesOf } from '@bakkum/archive-tree/streams';
import { treeOf } from '@bakkum/archive-tree/tree';
import type { Engine } from '@bakkum/conversion/engine';
import { writeAr } from './ar.ts';
import { writeCpio } from './cpio.ts';

/** Writes Unix archives that alternate headers and contents. 7-Zip reads them. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const tree = treeOf(request.inputs[0]);
    const file = await context.openOutput();
    const through = counted(filesOf(tree).bytes, context.onProgress);
    const write = request.to === 'ar' ? writeAr : writeCpio;
    const warnings = await write(tree, { file, through, signal: context.signal });
    return { outputs: [{ content: await file.close(MEDIA_TYPES[request.to] ?? 'application/octet-stream') }], warnings };
  },
};

const MEDIA_TYPES: Readonly<Record<string, string>> = { ar: 'application/x-archive', cpio: 'application/x-cpio' };
