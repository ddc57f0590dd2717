import type { Format } from '@bakkum/formats/format';
import { defaultTarget } from '@bakkum/registry/targets/default-target';
import type { PictureTraits } from '@bakkum/registry/targets/picture-traits';
import type { Target } from '../../../targets/target.ts';
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
