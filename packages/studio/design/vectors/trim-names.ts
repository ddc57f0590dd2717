/**
 * Writes `emoji-names.json`: English and Korean names of the images we draw with, without the many languages and skin tones of
 * emojibase-data. Run it after updating either package: `node packages/studio/design/vectors/trim-names.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';

const require = createRequire(import.meta.url);
const load = (file: string): unknown => JSON.parse(readFileSync(require.resolve(file), 'utf8'));

const emoji = z.array(
  z.object({
    hexcode: z.string(),
    label: z.string(),
    tags: z.array(z.string()).default([]),
    subgroup: z.number().optional(),
  }),
);
const SUBGROUPS = z.object({ subgroups: z.record(z.string(), z.string()) });
/** Signs that are not pictures of anything. */
const LEFT_OUT =
  /^(skin-tone|hair-style|transport-sign|warning|arrow|religion|zodiac|av-symbol|gender|math|punctuation|currency|other-symbol|keycap|alphanum|geometric|flag|country-flag|subdivision-flag|person-symbol|hotel)$/;

const icons = z.record(z.string(), z.string()).parse(load('@iconify-json/fluent-emoji-flat/chars.json'));
const { subgroups } = SUBGROUPS.parse(load('emojibase-data/meta/groups.json'));
const korean = new Map(emoji.parse(load('emojibase-data/ko/data.json')).map((one) => [one.hexcode, one]));

const rows = emoji.parse(load('emojibase-data/en/data.json')).flatMap(({ hexcode, label, tags, subgroup }) => {
  const icon = icons[hexcode.toLowerCase()] ?? icons[hexcode.toLowerCase().replaceAll('-fe0f', '')];
  const group = subgroups[String(subgroup)];
  const other = korean.get(hexcode);
  if (!icon || !group || !other || LEFT_OUT.test(group)) return [];
  return [[icon, group, label, tags.join('|'), other.label, other.tags.join('|')]];
});
const text = `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
writeFileSync(path.join(import.meta.dirname, 'emoji-names.json'), text);
