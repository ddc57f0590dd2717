import { CONTENTS } from '@bakkum/archive-tree/contents';
import { FILES } from '@bakkum/archive-tree/tree';
import type { Engine } from '@bakkum/conversion/engine';
import { extractContents } from './contents.ts';
import { readZip } from './read.ts';
import { writeZip } from './write.ts';

export const engine: Engine = {
  convert(request, context) {
    if (request.to === CONTENTS) return extractContents(request, context);
    return request.to === FILES ? readZip(request, context) : writeZip(request, context);
  },
};
