import type { FormatView } from '@bakkum/api-contract/conversions/conversions';
import { askServer } from '../../../conversion-api/ask-server.ts';
import { currentQueue, lastTargetOf, set } from '../cloud-queue.ts';
import { type CloudItem, kindOf } from '../cloud-state.ts';

let loading: Promise<void> | undefined;

/** Loads the formats the server converts, once; retries after a failure. */
export function loadFormats(): Promise<void> {
  loading ??= askServer<{ readonly formats: readonly FormatView[] }>('GET', 'formats').then((answer) => {
    if (answer.ok) return takeFormats(answer.body.formats);
    loading = undefined;
    return set({ formatsFault: answer.fault });
  });
  return loading;
}

/** Also determines the types of files that were added before. */
function takeFormats(formats: readonly FormatView[]): void {
  const isUntold = ({ stage, format, isUploaded }: CloudItem): boolean =>
    stage.status === 'pending' && format === undefined && !isUploaded;
  const items = currentQueue().items.map((item) =>
    isUntold(item) ? { ...item, ...kindOf(item.name, formats, lastTargetOf) } : item,
  );
  set({ formats, items, formatsFault: undefined });
}
