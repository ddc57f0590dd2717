import {
  beyondLimits,
  defaultsOf,
  hasEffect,
  limitedField,
  type OptionsSchema,
  type OptionValue,
  type OptionValues,
} from '@bakkum/conversion/options';

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
  const complete = { ...defaultsOf(schema), ...values };
  const limited = Object.entries(leaveOut(schema, pointless))
    .filter(([, field]) => hasEffect(field, complete))
    .map(([name, field]) => [name, limitedField(field, complete)] as const);
  return Object.fromEntries(limited.filter(([, field]) => !(field.kind === 'number' && field.values?.length === 0)));
}

/** Returns the changes after one option is set: also those that reset options whose value it rules out. */
export function changesBy(
  schema: OptionsSchema,
  values: OptionValues,
  name: string,
  value: OptionValue,
): readonly (readonly [name: string, value: OptionValue])[] {
  const ruledOut = beyondLimits(schema, { ...values, [name]: value }).filter((other) => other !== name);
  return [[name, value], ...ruledOut.map((other) => [other, schema[other]?.default ?? null] as const)];
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
