import type { AttemptFault } from '@bakkum/api-contract/images/faults';
import type { ImageProviderManifest } from '@bakkum/image-provider/provider';

const ADVICE: Readonly<Record<AttemptFault, string>> = {
  'not-configured': 'Check the settings {settings}.',
  unsupported: 'Choose another model with {model}, or ask {name} for access to this one.',
  auth: 'Check {key}: {name} does not accept it.',
  quota: 'Add credit at {name}, or raise its spending limit.',
  'rate-limited': 'The key works, but {name} limits requests. Try again in a minute.',
  refused: '{name} refuses even a harmless prompt. Ask its support.',
  language: '{name} did not read English. Check {model}.',
  invalid: '{name} does not accept the request. Check {model} and {base}.',
  unchanged: 'Try again.',
  unavailable: 'Check {base}, the network, and whether {name} is up.',
  'start-failed': '{name} did not start the image. Try again, then check its status page.',
  failed: '{name} accepts the key but could not draw. Check {model}.',
  'timed-out': '{name} is too slow. Try again, then check its load.',
  ambiguous: '{name} gave no answer. Check {base}, then try again.',
  'bad-answer': '{name} did not answer as documented. Check {base}.',
  cancelled: 'Try again.',
};

/** Advice on programs that operators run themselves, which have a log instead of keys. */
const LOCAL_ADVICE: Partial<typeof ADVICE> = {
  invalid: '{name} does not accept the request. Check its version, its model and {settings}.',
  unavailable: 'Check {base} and the log of {name}.',
  failed: 'See the log of {name} for the reason.',
};

type Service = Pick<ImageProviderManifest, 'name' | 'variables' | 'place'>;

/** The next step for the operator, naming the settings of the service. */
export function adviceOn({ name, variables, place }: Service, code: AttemptFault): string {
  const settings = Object.values(variables).map((variable) => variable.name);
  const setting = (short: string): string => variables[short]?.name ?? 'IMAGE_MODELS';
  return ((place === 'local' ? LOCAL_ADVICE[code] : undefined) ?? ADVICE[code])
    .replaceAll('{name}', name)
    .replaceAll('{settings}', settings.join(', '))
    .replaceAll(/\{(key|model|base)\}/g, (_, short: string) => setting(short));
}
