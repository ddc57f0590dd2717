import { enableModels } from '@bakkum/image-studio/enabled-models';
import { drawSample } from '@bakkum/image-studio/operator/check-services';
import { type Found, findLocalPrograms, type Sighting } from '@bakkum/image-studio/operator/local-programs';
import { STUDIO_TIMES } from '@bakkum/image-studio/studio';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import type { Settings } from '../config/settings.ts';
import type { AdminOptions } from './arguments.ts';
import { CommandRefused } from './command-refused.ts';
import { adviceOn } from './image-advice.ts';
import { refuseExisting, writeNewFile } from './new-file.ts';
import { showWork } from './progress.ts';

type SetupContext = {
  readonly settings: Pick<Settings, 'images' | 'imageModels' | 'imageAssistants'>;
  readonly options: Pick<AdminOptions, 'address' | 'out'>;
};

/** `bakkum admin images setup`: finds image programs, draws with the first that works, and prints its settings. */
export async function setupCommand({ settings, options: { address = [], out } }: SetupContext): Promise<string> {
  if (out !== undefined) await refuseExisting(out);
  const sources = { manifests: IMAGE_PROVIDERS, loaders: IMAGE_PROVIDER_LOADERS, given: settings.images };
  const seen = await findLocalPrograms(sources, address);
  const lines = seen.flatMap(sightingLines);
  const found = seen.filter((one): one is Found => 'program' in one);
  if (found.length === 0) throw new CommandRefused([...lines, nothingFound()].join('\n'));
  for (const one of found) {
    const drawn = await draw(settings, one);
    lines.push('');
    if ('fault' in drawn) {
      const { code, detail } = drawn.fault;
      lines.push(`${one.manifest.name} drew nothing: ${code}, ${detail}. ${adviceOn(one.manifest, code)}`);
      continue;
    }
    const { result: image, seconds } = drawn;
    const place = out === undefined ? `${image.byteLength} bytes; --out FILE saves it` : await writeNewFile(out, image);
    lines.push(`${one.manifest.name} drew a test image in ${seconds} s (${place}).`, '', ...settingLines(settings, one));
    return lines.join('\n');
  }
  throw new CommandRefused(lines.join('\n'));
}

/** Maximum number of names shown. */
const MAX_NAMES = 12;

function sightingLines(sighting: Sighting): readonly string[] {
  const { manifest, address } = sighting;
  const head = `${manifest.name}\t${address}`;
  if ('fault' in sighting) return [`${head}\tnot found: ${sighting.fault.detail}`];
  const { models, samplers } = sighting.program;
  return [`${head}\tfound`, `models\t${listOf(models)}`, `samplers\t${listOf(samplers)}`];
}

function listOf(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const more = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function nothingFound(): string {
  const hints = IMAGE_PROVIDERS.flatMap(({ name, local }) => (local ? [`${name}\t${local.hint}`] : []));
  return ['', 'No image program was found. Start one, or pass its address with --address.', ...hints].join('\n');
}

async function draw(settings: SetupContext['settings'], found: Found) {
  const given = { ...settings.images, ...settingsOf(found) };
  const [enabled] = enableModels([found.manifest], IMAGE_PROVIDER_LOADERS, given);
  if (!enabled) throw new Error(`${found.manifest.id} needs more than an address`);
  const startedAt = performance.now();
  const end = showWork(`Drawing a test image with ${found.manifest.name}`);
  try {
    const drawn = await drawSample(enabled, STUDIO_TIMES);
    return { ...drawn, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) };
  } finally {
    end();
  }
}

/** The settings for a program, by the names of their variables. */
function settingsOf({ manifest, address, program }: Found): Readonly<Record<string, string>> {
  const values = Object.entries({ base: address, ...program.settings });
  return Object.fromEntries(
    values.flatMap(([short, value]) => {
      const variable = manifest.variables[short];
      return variable ? [[variable.name, value]] : [];
    }),
  );
}

function settingLines({ images, imageModels, imageAssistants }: SetupContext['settings'], found: Found): readonly string[] {
  const { id, name } = found.manifest;
  const isListed = imageModels.length === 0 || imageModels.includes(id);
  const all = { ...settingsOf(found), ...(!isListed && { IMAGE_MODELS: [...imageModels, id].join(',') }) };
  const missing = Object.entries(all).filter(([variable, value]) => images[variable] !== value);
  const isChecked = imageAssistants.chat !== undefined || imageAssistants.moderation !== undefined;
  return [
    ...(missing.length === 0
      ? [`The settings for ${name} are complete.`]
      : ['Set these variables, then restart the server:', ...missing.map(([variable, value]) => `${variable}=${quoted(value)}`)]),
    ...(isChecked ? [] : [`${name} doesn’t check prompts or images. Also set IMAGE_MODERATION_KEY or IMAGE_CHAT_MODEL.`]),
  ];
}

/** Quotes a value for an environment file, if it needs quotes. */
function quoted(value: string): string {
  if (!/[\s#\\']/.test(value)) return value;
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}
