import { type ConvertRequest, type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import { decodeText } from '@bakkum/document-input/text-encoding';
import { type Component, firstOf, type Loss, type Notes, property, textOf } from './component.ts';
import { readContacts, writeContacts } from './contacts.ts';
import { readComponents, writeComponents } from './content-lines.ts';
import { readEvents, writeEvents } from './events.ts';
import { readJson, writeJson } from './json.ts';

const MAX_BYTES = 128 * 1024 * 1024;
/** The top-level component of each format. */
const WHOLE: Readonly<Record<string, string>> = { ics: 'VCALENDAR', vcf: 'VCARD' };

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const file = await readInput(request.inputs[0], MAX_BYTES);
    const losses = new Set<Loss>();
    const components = read(file, request);
    const text = write(components, request, { lose: (loss) => void losses.add(loss) });
    context.onProgress(1);
    const content = new Blob([text], { type: MEDIA_TYPES[request.to] ?? 'text/plain' });
    return { outputs: [{ content }], warnings: [...losses].map((code) => ({ code })) };
  },
};

function read(file: Uint8Array<ArrayBuffer>, { from, to }: ConvertRequest): readonly Component[] {
  if (from === 'csv') return to === 'vcf' ? readContacts(decodeText(file)) : readEvents(decodeText(file));
  const type = WHOLE[from] ?? WHOLE[to] ?? '';
  const all = from === 'json' ? readJson(decodeText(file)) : readComponents(file);
  const components = all.filter((component) => component.type === type);
  if (components.length === 0)
    throw from === 'json' ? new ConversionError('unsupported-feature', `no ${type}`) : corrupt(`no ${type}`);
  return components;
}

function write(components: readonly Component[], { from, to }: ConvertRequest, notes: Notes): string {
  if (to === 'json') return writeJson(components);
  if (to === 'csv') return from === 'vcf' ? writeContacts(components, notes) : writeEvents(components, notes);
  return writeComponents(to === 'vcf' ? components.map(current) : components);
}

/** Converts version 2.1 cards to 3.0, which is always unquoted UTF-8. */
function current(card: Component): Component {
  const version = textOf(firstOf(card, 'VERSION'));
  if (version === '3.0' || version === '4.0') return card;
  const others = card.properties.filter(({ name }) => name !== 'VERSION');
  const name = firstOf(card, 'N');
  const [family = '', given = ''] = typeof name?.value === 'string' ? [name.value] : (name?.value ?? []);
  const shown = firstOf(card, 'FN') ? [] : [property('FN', [given, family].filter(Boolean).join(' '))];
  const parted = name ? [] : [property('N', [textOf(firstOf(card, 'FN')), '', '', '', ''])];
  return { ...card, properties: [property('VERSION', '3.0'), ...shown, ...parted, ...others] };
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ics: 'text/calendar',
  vcf: 'text/vcard',
  json: 'application/json',
  csv: 'text/csv',
};
