import type { OptionValues } from '@bakkum/conversion/options';
import type { Format } from '@bakkum/formats/format';
import { defaultTarget } from '@bakkum/registry/targets/default-target';
import type { PictureTraits } from '@bakkum/registry/targets/picture-traits';
import { offline } from '../../../state/network.ts';
import type { Target } from '../../../targets/target.ts';
import type { ConversionCore } from '../conversion-core.ts';
import type { FileItem } from './conversion-state.ts';

type Preferences = {
  /** The target of every file that supports it; `same` for its own format. */
  readonly wanted: string | undefined;
  /** The user's last choice. */
  readonly last: string | undefined;
  /** Targets that work without a connection, if there is none. */
  readonly stored: ReadonlySet<string> | undefined;
};

/** Returns the requested target if the file supports it, otherwise the default one with its reason. */
export function chooseTarget(
  from: Format & PictureTraits,
  targets: readonly Target[],
  { wanted, last, stored }: Preferences,
): Pick<FileItem, 'target' | 'reason'> {
  const all = targets.map(({ format }) => format.id);
  const preset = wanted === 'same' ? from.id : wanted;
  if (preset !== undefined && all.includes(preset)) return { target: preset };
  const here = stored ? all.filter((id) => stored.has(id)) : all;
  const possible = here.length > 0 ? here : all;
  const choice = defaultTarget(from, possible, last);
  const target = choice?.to ?? possible[0];
  return { ...(target !== undefined && { target }), ...(choice && { reason: choice.reason }) };
}

/** The targets of a file; none if it needs a password that no engine could use. */
export function offeredTargets(
  core: ConversionCore,
  format: Format | undefined,
  encrypted = false,
): ReturnType<ConversionCore['targets']> {
  return format && !(encrypted && !core.takesPassword(format.id)) ? core.targets(format.id) : [];
}

/** Returns the targets that work without a connection; undefined while there is one. */
export async function storedOffline(core: ConversionCore, from: string): Promise<ReadonlySet<string> | undefined> {
  return offline.snapshot() ? core.storedTargets(from) : undefined;
}

/** The preset options of a tool, for a file that already has its format. */
export function startingOptions(
  format: string,
  wanted: string | undefined,
  options?: OptionValues,
): Pick<FileItem, 'options'> | object {
  return options && (wanted === 'same' || wanted === format) ? { options } : {};
}
