import { useCallback, useState } from 'react';
import type { DraftControl } from './use-draft.ts';

export type ReplacedPrompt = {
  /** Replaces the whole prompt. */
  readonly replace: (prompt: string) => void;
  /** Restores the prompt before the last replacement; undefined once the user types. */
  readonly undo: (() => void) | undefined;
  readonly forget: () => void;
};

/** Lets the user undo a replacement of the prompt, by the helper, a suggestion or the button that clears it. */
export function useReplacedPrompt({ draft: { prompt }, change }: DraftControl): ReplacedPrompt {
  const [replaced, setReplaced] = useState<string>();
  const replace = useCallback(
    (next: string): void => {
      setReplaced(prompt);
      change({ prompt: next });
    },
    [prompt, change],
  );
  const forget = useCallback(() => setReplaced(undefined), []);
  const undo = (): void => {
    change({ prompt: replaced ?? '' });
    forget();
  };
  return { replace, undo: replaced === undefined ? undefined : undo, forget };
}
