import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';
import { modelKey } from '@bakkum/image-provider/model';
import { enableModels, valuesOf } from '@bakkum/image-studio/enabled-models';
import { checkModel, modelsToCheck, type ServiceCheck } from '@bakkum/image-studio/operator/check-services';
import { activityByModel, type ModelActivity, refusalsByStage } from '@bakkum/image-studio/operator/model-report';
import { type EnabledModel, STUDIO_TIMES } from '@bakkum/image-studio/studio';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import { costOf, type ImageCosts } from '../config/image-costs.ts';
import type { Settings } from '../config/settings.ts';
import type { AdminOptions } from './arguments.ts';
import { CommandRefused } from './command-refused.ts';
import { adviceOn } from './image-advice.ts';
import { checkAssistants } from './image-assistants-check.ts';
import { unshareCommand } from './image-links.ts';
import { reportsCommand } from './image-reports.ts';
import { setupCommand } from './image-setup.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const DECIMALS = 2;
/** Previews cost fractions of a cent. */
const PREVIEW_DECIMALS = 4;

type CommandContext = {
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly args: readonly string[];
  readonly options: Pick<AdminOptions, 'days' | 'address' | 'out'>;
};

/** `bakkum admin images …`: what each model did, and whether the services accept the keys. */
export async function imagesCommand(context: CommandContext): Promise<string> {
  const [command, ...rest] = context.args;
  if (command === 'check') return checkServices(context);
  if (command === 'setup') return setupCommand(context);
  if (command === 'reports') return reportsCommand(context, rest);
  if (command === 'unshare') return unshareCommand(context, rest);
  const { settings, database, clock, options } = context;
  const until = clock.now();
  const from = new Date(until.getTime() - (options.days ?? DEFAULT_DAYS) * DAY_MS);
  const activity = await activityByModel(database, from, until);
  const refusals = await refusalsByStage(database, from, until);
  return [
    `Since ${from.toISOString()}`,
    section(
      'Models',
      'model\tattempts\timages\trefused\tfailed\tcost in USD\tcredits\treports',
      withIdleModels(activity, enabledModels(settings)).map((row) => activityLine(row, settings.imageCosts)),
    ),
    section('Live previews', 'model\tfor each image\tcost in USD at most', previewLines(settings)),
    section(
      'Refused content',
      'check\tcategory\ttimes',
      refusals.map(({ stage, category, count }) => `${stage}\t${category || '-'}\t${count}`),
    ),
  ].join('\n\n');
}

function section(title: string, head: string, lines: readonly string[]): string {
  return [title, ...(lines.length > 0 ? [head, ...lines] : ['none'])].join('\n');
}

type Models = Pick<CommandContext['settings'], 'images' | 'imageModels'>;

function enabledModels({ images, imageModels }: Models): readonly EnabledModel[] {
  return enableModels(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, images, imageModels);
}

/** What the previews of each enabled model cost. */
function previewLines(settings: Settings): readonly string[] {
  const shown = enabledModels(settings).filter(({ model }) => model.livePreview);
  if (settings.imageAssistants.moderation?.images) return shown.length > 0 ? ['off\tbecause images are checked\t0.00'] : [];
  return shown.map(({ key, manifest, model: { livePreview } }) => {
    if (livePreview?.kind !== 'partial-images') return `${key}\tsteps\t0.00`;
    const provider = IMAGE_PROVIDERS.find(({ id }) => id === manifest.id);
    const count = provider?.maxPreviews?.(valuesOf(provider, settings.images)) ?? 0;
    return `${key}\t${count}\t${(count * livePreview.usd).toFixed(PREVIEW_DECIMALS)}`;
  });
}

/** Adds the enabled models that nobody used. */
function withIdleModels(activity: readonly ModelActivity[], models: readonly EnabledModel[]): readonly ModelActivity[] {
  const used = new Set(activity.map(keyOf));
  const idle = models.filter(({ key }) => !used.has(key));
  return [
    ...activity,
    ...idle.map(({ manifest, model }) => ({
      ...{
        provider: manifest.id,
        model: model.id || null,
        attempts: 0,
        images: 0,
        edited: 0,
        refused: 0,
        credits: 0,
        reports: 0,
      },
      faults: [],
    })),
  ];
}

function keyOf({ provider, model }: Pick<ModelActivity, 'provider' | 'model'>): string {
  return modelKey(provider, { id: model ?? '' });
}

function activityLine(row: ModelActivity, costs: ImageCosts): string {
  const { attempts, images, refused, faults, credits, reports } = row;
  const cost = images === 0 ? '0.00' : (costOfImages(row, costs)?.toFixed(DECIMALS) ?? 'unknown');
  const failed = faults.map(({ code, count }) => `${count} ${code}`).join(', ') || '0';
  return [keyOf(row), attempts, images, refused, failed, cost, credits, reports].join('\t');
}

/** What the images cost: as IMAGE_COSTS_USD says, otherwise the prices in the catalogue. The operator's own machines cost nothing per image. */
function costOfImages({ provider, model, images, edited }: ModelActivity, costs: ImageCosts): number | undefined {
  const each = costOf(costs, provider, model);
  if (each !== undefined) return each * images;
  const manifest = IMAGE_PROVIDERS.find(({ id }) => id === provider);
  if (manifest?.place !== 'cloud') return manifest && 0;
  const { usd, editUsd = usd } = manifest.models.find(({ id }) => id === (model ?? '')) ?? {};
  return usd === undefined || editUsd === undefined ? undefined : usd * (images - edited) + editUsd * edited;
}

/** Tries every configured service, also those that IMAGE_MODELS leaves out. */
async function checkServices({ settings }: CommandContext): Promise<string> {
  const enabled = enabledModels(settings);
  const usual = enabledModels({ ...settings, imageModels: [] });
  const others = usual.filter(({ manifest }) => !enabled.some((one) => one.manifest.id === manifest.id));
  const models = modelsToCheck([...enabled, ...others]);
  const [checks, assistants] = await Promise.all([
    Promise.all(models.map((model) => checkModel(model, STUDIO_TIMES))),
    checkAssistants(settings.imageAssistants),
  ]);
  const lines = [...checks.map(checkLine), ...assistants.map(({ line }) => line)];
  if (models.length === 0) lines.unshift('No image service is configured. Free designs need none.');
  const works = [...checks, ...assistants].every(({ fault }) => fault === undefined);
  if (!works) throw new CommandRefused(lines.join('\n'));
  return lines.join('\n');
}

function checkLine(check: ServiceCheck): string {
  const { enabled, call, balance, fault } = check;
  if (fault) return `${enabled.key}\t${fault.code}: ${fault.detail}\t${adviceOn(enabled.manifest, fault.code)}`;
  if (call === 'drawn')
    return `${enabled.key}\tworks\tdrew an image, which ${enabled.manifest.name} may charge: it has no free check of keys`;
  return `${enabled.key}\tworks\taccepts the key${balance === undefined ? '' : `, balance ${balance}`}`;
}
