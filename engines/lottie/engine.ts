import { type Engine, readInput } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount, frameOf, sequenceRaster } from '@bakkum/raster/construct';
import type { Frame } from '@bakkum/raster/raster';
import { type Animation, readAnimation } from './animation.ts';
import { openPlayer, type Player } from './program.ts';

/** Animation viewers do not show more frames per second than this, so faster animations are rendered at every second frame. */
const MAX_FRAMES_PER_SECOND = 50;
const MAX_FRAMES = 20_000;

/** Renders vector animations to frames. */
export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const file = await readInput(request.inputs[0]);
    const animation = readAnimation(file);
    assertPixelCount(animation.width, animation.height);
    const player = await playerOf(await context.wasm('program'), animation);
    const every = Math.ceil(animation.framesPerSecond / MAX_FRAMES_PER_SECOND);
    const frameCount = Math.ceil(animation.frames / every);
    if (frameCount > MAX_FRAMES) throw new ConversionError('too-large', `${frameCount} frames`);
    const content = sequenceRaster({
      kind: 'animation',
      frameCount,
      frames: () => framesOf(player, animation, { every, frameCount, signal: context.signal }),
      release: () => player.release(),
    });
    return { outputs: [{ content }], warnings: animation.hasWords ? [{ code: 'fonts-substituted' }] : [] };
  },
};

async function playerOf(module: WebAssembly.Module, animation: Animation): Promise<Player> {
  const player = await guarded(() => openPlayer(module, animation));
  if (!player) throw new ConversionError('corrupt', 'the player takes it for no animation');
  return player;
}

/** Exceptions for files the player cannot draw are not defects of this engine. */
async function guarded<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ConversionError('unsupported-feature', message, { cause });
  }
}

type Course = { readonly every: number; readonly frameCount: number; readonly signal: AbortSignal };

async function* framesOf(player: Player, { width, height, framesPerSecond }: Animation, course: Course): AsyncGenerator<Frame> {
  const duration = (1000 * course.every) / framesPerSecond;
  for (let index = 0; index < course.frameCount; index += 1) {
    course.signal.throwIfAborted();
    const data = await guarded(() => player.draw(index * course.every));
    yield frameOf({ depth: 8, width, height, data }, duration);
  }
}
