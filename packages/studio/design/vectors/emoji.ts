import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { ALIASES } from './aliases-table.ts';
import { OWN_ICONS } from './own-icons-table.ts';

const require = createRequire(import.meta.url);

/** Something we have an image of. */
export type Thing = {
  /** The name of the icon. */
  readonly icon: string;
  /** Its kind, such as `animal-mammal`. */
  readonly group: string;
  readonly en: string;
  readonly ko: string;
};

export type EmojiSet = {
  /** The thing with exactly this name, in lower case. */
  named(name: string): Thing | undefined;
  /** The content of an SVG of 32 × 32 units. */
  markup(icon: string): string;
};

const nameRows = z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]));
const iconFile = z.object({
  icons: z.record(z.string(), z.object({ body: z.string() })),
  aliases: z.record(z.string(), z.object({ parent: z.string() })).default({}),
});

/** Reads names and drawings: about 9 MB of JSON, so it is loaded only where something is drawn. */
export function loadEmoji(): EmojiSet {
  const rows = nameRows.parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'emoji-names.json'), 'utf8')));
  const file = require.resolve('@iconify-json/fluent-emoji-flat/icons.json');
  const { icons, aliases } = iconFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const names = namesOf(rows, aliasesOf());
  return {
    named: (name) => names.get(name),
    markup(icon) {
      const found = OWN_ICONS[icon]?.markup ?? icons[icon]?.body ?? icons[aliases[icon]?.parent ?? '']?.body;
      if (found === undefined) throw new RangeError(`There is no icon ${icon}`);
      return found;
    },
  };
}

type Aliases = ReadonlyMap<string, { readonly en: readonly string[]; readonly ko: readonly string[] }>;

function aliasesOf(): Aliases {
  const list = (names = ''): string[] =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
  return new Map(
    ALIASES.trim()
      .split('\n')
      .map((line) => {
        const [icon = '', names = ''] = line.split(': ');
        const [en, ko] = names.split(' | ');
        return [icon, { en: list(en), ko: list(ko) }];
      }),
  );
}

/** Names by priority: our own tables, then labels. Tags are no names: they say what an image reminds of. */
function namesOf(rows: z.infer<typeof nameRows>, aliases: Aliases): ReadonlyMap<string, Thing> {
  const names = new Map<string, Thing>();
  const add = (name: string, thing: Thing): void => {
    if (!names.has(name)) names.set(name, thing);
  };
  const things = rows.map(([icon, group, en, , ko]): Thing => {
    const own = aliases.get(icon);
    return { icon, group, en: own?.en[0] ?? en.toLowerCase(), ko: own?.ko[0] ?? ko };
  });
  for (const [icon, { group, en, ko }] of Object.entries(OWN_ICONS)) {
    const thing = { icon, group, en: en[0], ko: ko[0] };
    for (const name of [...en, ...ko]) add(name, thing);
  }
  for (const thing of things) {
    const own = aliases.get(thing.icon);
    for (const name of [...(own?.en ?? []), ...(own?.ko ?? [])]) add(name.toLowerCase(), thing);
  }
  rows.forEach(([, , en, , ko], at) => {
    const thing = things[at];
    if (!thing) return;
    for (const label of [en.toLowerCase(), ko]) {
      add(label, thing);
      if (/^animal|^sky/.test(thing.group)) add(label.replace(/ (face|얼굴)$/, ''), thing);
    }
  });
  return names;
}
