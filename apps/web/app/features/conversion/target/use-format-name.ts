import { useTargetName } from '../../../workbench/target-name.ts';
import type { ConversionCore } from '../conversion-core.ts';

/** Returns the display name of a target by its id. */
export function useFormatName(core: Pick<ConversionCore, 'formatOf' | 'formatName'>): (id: string) => string {
  const nameOf = useTargetName();
  return (id) => {
    const format = core.formatOf(id);
    return format ? nameOf(format) : core.formatName(id);
  };
}
