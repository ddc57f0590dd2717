import { textAt, viewOf } from '@bakkum/bytes/bytes';
import type { FontFile } from './font-file.ts';

const FEATURE_LIST_AT = 6;
const RECORD_BYTES = 6;
const FEATURES: ReadonlySet<string> = new Set(['calt', 'clig']);

/**
 * Renames the features that replace letters by their neighbors in the bytes of a font, for renderers that apply them whatever the
 * style says. Pretendard would draw 512x512 as 512×512. (OpenType specification, 1.9: "GSUB", "Feature list table".)
 */
export function dropContextualForms(font: FontFile): void {
  if (!font.has('GSUB')) return;
  const table = font.table('GSUB');
  const view = viewOf(table);
  const list = view.getUint16(FEATURE_LIST_AT);
  const end = list + 2 + view.getUint16(list) * RECORD_BYTES;
  for (let at = list + 2; at < end; at += RECORD_BYTES) if (FEATURES.has(textAt(table, at, 4))) table[at] = 'x'.charCodeAt(0);
}
