import type { FormatView } from '@bakkum/api-contract/conversions';
import { askServer } from '../../conversion-api/ask-server.ts';
import { queueNow, set } from './cloud-queue.ts';
import { type CloudItem, kindOf } from './cloud-state.ts';

let loading: Promise<void> | undefined;

/** What the server converts; asked for once, and again where that failed. */
export function loadFormats(): Promise<void> {
  loading ??= askServer<{ readonly formats: readonly FormatView[] }>('GET', 'formats').then((answer) => {
    if (answer.ok) return takeFormats(answer.body.formats);
    loading = undefined;
    return set({ formatsFault: answer.fault });
  });
  return loading;
}

/** Files that were added before are told apart by them too. */
function takeFormats(formats: readonly FormatView[]): void {
  const isUntold = ({ stage, format, isUploaded }: CloudItem): boolean =>
    stage.status === 'pending' && format === undefined && !isUploaded;
  const items = queueNow().items.map((item) => (isUntold(item) ? { ...item, ...kindOf(item.name, formats) } : item));
  set({ formats, items, formatsFault: undefined });
}
