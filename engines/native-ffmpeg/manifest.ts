import type { EngineManifest } from '@bakkum/conversion/engine';
import { mediaConversions } from '@bakkum/media-ffmpeg/conversions';

/** Audio: below the encoders in WebAssembly. Video: below FFmpeg in WebAssembly, above engines that mostly copy packets. */
const COST = { sound: 0.5, video: 3 } as const;

export const manifest: EngineManifest = {
  id: 'native-ffmpeg',
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 0,
  requires: ['native-ffmpeg'],
  // Memory of this process; the program's own is limited when it is started.
  memory: { baseBytes: 256 * 1024 * 1024, perInputByte: 0 },
  assets: {},
  conversions: mediaConversions(COST),
};
