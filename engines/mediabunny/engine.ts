import {
  blobOf,
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  inputCount,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type MediaRequest, mediaRequestOf } from '@bakkum/media-options/request';
import { Logging, LogLevel } from 'mediabunny';
import { CONTAINERS, type Container } from './containers.ts';
import { toMediaError } from './errors.ts';
import { joinRecordings } from './join.ts';
import { lossesBetween } from './losses.ts';
import { isCopy, planTracks, refuseForOtherEngine, type TrackPlans } from './plan.ts';
import { isCutOff, openSource, type Source } from './source.ts';
import { expectedBytes, type Rates, ratesFor, secondsOf } from './target-size.ts';
import { transfer } from './transfer.ts';

/** Encoders miss the requested rate, more so for shorter clips. */
const MAX_ATTEMPTS = 4;

export const engine: Engine = {
  async convert(request, context) {
    Logging.level = LogLevel.Silent;
    context.signal.throwIfAborted();
    const file = blobOf(request.inputs[0]);
    try {
      if (inputCount(request) > 1) return await joinRecordings(request, context);
      const source = await openSource(file);
      try {
        return await convertFrom(file, source, request, context);
      } finally {
        source.input.dispose();
      }
    } catch (thrown) {
      throw toMediaError(thrown, context.signal);
    }
  },
};

async function convertFrom(
  file: Blob,
  source: Source,
  { to, options }: ConvertRequest,
  context: EngineContext,
): Promise<ConvertResult> {
  const container = CONTAINERS[to];
  if (!container) throw new ConversionError('unsupported-type', to);
  const request = mediaRequestOf(options);
  checkTrim(request, source);
  if (request.normalise) throw new ConversionError('unsupported-feature', 'loudness is not measured here');
  const { result, warnings } = await withinSize(file, source, container, request, context);
  const expected = { keepsPictures: container.video.length > 0, seconds: secondsOf(source, request) };
  const losses = await lossesBetween(source, result, expected);
  const damage: readonly Warning[] = (await isCutOff(file, source.input)) ? [{ code: 'damaged-source' }] : [];
  return { outputs: [{ content: result }], warnings: [...damage, ...warnings, ...losses] };
}

function checkTrim({ trimStart = 0, trimEnd }: MediaRequest, { end }: Source): void {
  if (trimEnd !== undefined && trimEnd <= trimStart) throw new ConversionError('invalid-options', 'the end is before the start');
  if (trimStart > 0 && trimStart >= end) throw new ConversionError('invalid-options', 'the start is behind the end of the file');
}

type Converted = { readonly result: Blob; readonly warnings: readonly Warning[] };

/** Converts again at lower rates while the file is larger than requested. */
async function withinSize(
  file: Blob,
  source: Source,
  container: Container,
  request: MediaRequest,
  context: EngineContext,
): Promise<Converted> {
  const limit = request.targetSize ?? Number.POSITIVE_INFINITY;
  let aim = limit;
  for (let attempt = 1; ; attempt++) {
    const rates: Rates = file.size <= limit ? {} : ratesFor(aim, source, container, request);
    const plans = await planTracks(source, container, request, rates);
    if (isCopy(plans) && request.speed !== 'fast') refuseForOtherEngine(source.inventory, container);
    context.signal.throwIfAborted();
    const converted = await convertOnce(file, source, container, plans, request, context);
    const { size } = converted.result;
    if (size <= limit) return converted;
    if (attempt === MAX_ATTEMPTS || file.size <= limit)
      throw new ConversionError('unsupported-feature', `${size} bytes are more than asked for`);
    aim *= (limit / size) * 0.97;
  }
}

async function convertOnce(
  file: Blob,
  source: Source,
  container: Container,
  plans: TrackPlans,
  request: MediaRequest,
  context: EngineContext,
): Promise<Converted> {
  const output = await context.openOutput();
  try {
    await transfer(
      { source, container, plans, request, output, expectedBytes: await expectedBytes(container, source, file.size, request) },
      context,
    );
    return { result: await output.close(container.mediaType), warnings: plans.warnings };
  } catch (thrown) {
    await output.discard();
    throw thrown;
  }
}
