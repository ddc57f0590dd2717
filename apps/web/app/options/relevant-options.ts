import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';

const OF_SOUND = ['audioCodec', 'audioBitrate', 'sampleRate', 'channels', 'normalise'];

/** Audio options, which do not apply to animated images. */
export function withoutSound(schema: OptionsSchema): OptionsSchema {
  return leaveOut(schema, ['mute', ...OF_SOUND]);
}

/** Returns the options to show, without those another choice makes irrelevant. */
export function relevantOptions(schema: OptionsSchema, values: OptionValues): OptionsSchema {
  const pointless = [
    ...(values['mute'] === true ? OF_SOUND : []),
    ...(hasTargetSize(schema, values) ? ['videoBitrate', 'audioBitrate'] : []),
  ];
  return leaveOut(schema, pointless);
}

/** The requested file size then determines the bitrates. */
export function hasTargetSize(schema: OptionsSchema, values: OptionValues): boolean {
  return typeof values['targetSize'] === 'number' && 'audioBitrate' in schema;
}

export type CutProblem = { readonly option: 'trimStart' | 'trimEnd'; readonly why: 'startTooLate' | 'endTooEarly' };

/** Returns why a cut would leave nothing. `seconds` is the duration, if known. */
export function cutProblem({ trimStart, trimEnd }: OptionValues, seconds: number | undefined): CutProblem | undefined {
  const start = typeof trimStart === 'number' ? trimStart : 0;
  if (seconds !== undefined && start > 0 && start >= seconds) return { option: 'trimStart', why: 'startTooLate' };
  return typeof trimEnd === 'number' && trimEnd <= start ? { option: 'trimEnd', why: 'endTooEarly' } : undefined;
}

function leaveOut(schema: OptionsSchema, names: readonly string[]): OptionsSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));
}
