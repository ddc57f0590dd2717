import type { Box } from '../graphics/path.ts';

/** Facts from a program's structuring comments (Document Structuring Conventions 3.0). */
export type DocumentComments = {
  readonly box: Box | undefined;
  readonly title: string;
  readonly creator: string;
  /** Width and height of the paper, in points. */
  readonly paper: readonly [number, number] | undefined;
  readonly isLandscape: boolean;
};

/** Length of the tail that is searched for values deferred to the end. */
const TAIL = 65_536;
const HEAD = 262_144;

const PAPERS: Readonly<Record<string, readonly [number, number]>> = {
  letter: [612, 792],
  legal: [612, 1008],
  tabloid: [792, 1224],
  ledger: [1224, 792],
  a3: [842, 1191],
  a4: [595, 842],
  a5: [420, 595],
  b5: [516, 729],
};

export function readComments(program: Uint8Array): DocumentComments {
  const head = latin1(program.subarray(0, HEAD));
  const tail = program.length > HEAD ? latin1(program.subarray(Math.max(HEAD, program.length - TAIL))) : head;
  const value = (key: string): string | undefined => {
    const pattern = new RegExp(`(?:^|[\\r\\n])%%${key}:[ \\t]*([^\\r\\n]*)`, 'g');
    const first = pattern.exec(head)?.[1];
    if (first !== undefined && !first.includes('atend')) return first;
    return [...tail.matchAll(pattern)].map((match) => match[1] ?? '').findLast((text) => !text.includes('atend'));
  };
  return {
    box: boxOf(value('HiResBoundingBox')) ?? boxOf(value('ExactBoundingBox')) ?? boxOf(value('BoundingBox')),
    title: plain(value('Title')),
    creator: plain(value('Creator')),
    paper: paperOf(value('DocumentMedia'), value('DocumentPaperSizes') ?? value('PaperSize')),
    isLandscape: /landscape/i.test(value('Orientation') ?? ''),
  };
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

function plain(text = ''): string {
  return text.trim().replace(/^\((.*)\)$/, '$1');
}

function boxOf(text: string | undefined): Box | undefined {
  const [left, bottom, right, top] = (text ?? '').trim().split(/\s+/).map(Number);
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return undefined;
  const isBox = [left, bottom, right, top].every((value) => Number.isFinite(value)) && right > left && top > bottom;
  return isBox && right - left < 200_000 && top - bottom < 200_000 ? [left, bottom, right, top] : undefined;
}

function paperOf(media: string | undefined, names: string | undefined): readonly [number, number] | undefined {
  const [, width, height] = /^\S+\s+([\d.]+)\s+([\d.]+)/.exec(media ?? '') ?? [];
  if (Number(width) > 0 && Number(height) > 0) return [Number(width), Number(height)];
  return PAPERS[(names ?? media ?? '').trim().split(/\s+/)[0]?.toLowerCase() ?? ''];
}
