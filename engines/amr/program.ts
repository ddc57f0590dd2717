// oxlint-disable-next-line typescript/triple-slash-reference -- types for an untyped package cannot come from a module
/// <reference path="./recorder-core.d.ts" />
import type { AmrCodec } from 'recorder-core/src/engine/beta-amr-engine.js';

/** Global name under which the parts of the package find each other. */
const MEETING_POINT = 'Recorder-Core-Export';

let codec: Promise<AmrCodec> | undefined;

/** Loads the codec alone, without the microphone recorder it is packaged with. */
export function loadCodec(): Promise<AmrCodec> {
  codec ??= load().catch((cause: unknown) => {
    codec = undefined;
    throw cause;
  });
  return codec;
}

async function load(): Promise<AmrCodec> {
  const parts: { AMR?: AmrCodec } = {};
  Reflect.set(Object, MEETING_POINT, parts);
  try {
    await import('recorder-core/src/engine/beta-amr-engine.js');
  } finally {
    Reflect.deleteProperty(Object, MEETING_POINT);
  }
  if (!parts.AMR) throw new Error('the AMR codec did not start');
  return parts.AMR;
}
