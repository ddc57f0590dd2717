import {
  blobOf,
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { type MediaRequest, mediaRequestOf } from '@bakkum/media-options/request';
import { type BlobReader, openBlobReader } from './blob-reader.ts';
import { type Ambition, type Command, commandFor, lengthOf, moving, RESULT, SOURCE, sounds } from './command.ts';
import type { Facts } from './facts.ts';
import { failureOf, tellsDamage } from './failures.ts';
import { mountInput, mountOutput } from './mounted-files.ts';
import { probe } from './probe.ts';
import { startProgram } from './program.ts';
import { type Target, targetOf } from './targets.ts';

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const blob = blobOf(request.inputs[0]);
    if (blob.size === 0) throw new ConversionError('empty', 'zero bytes');
    const module = await context.wasm('core');
    const reader = await openBlobReader(blob);
    const probed = await probe(module, reader, request.from);
    context.signal.throwIfAborted();
    const target = targetOf(request.to);
    return convertTracks(
      { module, reader, context, target, from: request.from, facts: probed.facts, media: mediaRequestOf(request.options) },
      probed.damaged,
    );
  },
};

type Job = {
  readonly module: WebAssembly.Module;
  readonly reader: BlobReader;
  readonly context: EngineContext;
  readonly target: Target;
  readonly from: ConvertRequest['from'];
  readonly facts: Facts;
  readonly media: MediaRequest;
};

const AMBITIONS: readonly Ambition[] = ['copy', 'encode', 'bare'];

/** Tries the best that can be done first; each later attempt keeps less. */
async function convertTracks(job: Job, damaged: boolean): Promise<ConvertResult> {
  const { facts, target } = job;
  const carried = (target.video ? moving(facts).length : 0) + (target.audio ? sounds(facts).length : 0);
  if (carried === 0) throw new ConversionError('unsupported-feature', `nothing in it that ${target.id} carries`);
  let failure: ConversionError | undefined;
  let last = '';
  for (const ambition of AMBITIONS) {
    const command = commandFor({ facts, target, request: job.media, from: job.from }, ambition);
    const text = command.arguments.join(' ');
    if (text === last) continue;
    last = text;
    const end = await runOnce(job, command);
    if (end.ok) return withWarnings(end.result, [...command.warnings, ...(damaged || end.damaged ? [DAMAGED] : [])]);
    failure = end.failure;
    if (failure.code === 'out-of-memory' || failure.code === 'encrypted') break;
  }
  throw failure ?? new ConversionError('internal', 'nothing was tried');
}

const DAMAGED: Warning = { code: 'damaged-source' };

function withWarnings(result: ConvertResult, warnings: readonly Warning[]): ConvertResult {
  return { ...result, warnings: [...result.warnings, ...warnings] };
}

type End =
  | { readonly ok: true; readonly result: ConvertResult; readonly damaged: boolean }
  | { readonly ok: false; readonly failure: ConversionError };

async function runOnce(job: Job, command: Command): Promise<End> {
  const { context, reader, facts, media, target } = job;
  context.signal.throwIfAborted();
  const output = await context.openOutput();
  const program = await startProgram(job.module);
  mountInput(program.files, SOURCE, reader);
  mountOutput(program.files, RESULT, output);
  const expected = lengthOf(facts, media);
  let written = 0;
  try {
    const { code, log } = program.run(command.arguments, (seconds) => {
      written = Math.max(written, seconds);
      if (expected) context.onProgress(Math.min(0.99, Math.max(0, seconds / expected)));
    });
    if (code !== 0 || output.size === 0 || log.some((line) => line.includes('Output file is empty'))) {
      await output.discard();
      return { ok: false, failure: failureOf(log, code === 0 ? 'corrupt' : 'unsupported-feature') };
    }
    const short = expected !== undefined && written < expected * 0.9 - 0.5;
    const content = await output.close(target.mediaType);
    context.onProgress(1);
    return { ok: true, result: { outputs: [{ content }], warnings: [] }, damaged: short || tellsDamage(log) };
  } catch (thrown) {
    await output.discard();
    if (thrown instanceof ConversionError && thrown.code === 'unsupported-feature') return { ok: false, failure: thrown };
    throw thrown;
  }
}
