/** Used prompts, newest first, and the current position. */
export type PromptHistory = {
  readonly prompts: readonly string[];
  /** -1 is the unfinished prompt. */
  readonly at: number;
  /** The unfinished prompt before going back. */
  readonly pending: string;
};

const MAX_PROMPTS = 50;
const KEY = 'bakkum-studio-prompts';

export function startHistory(prompts: readonly string[]): PromptHistory {
  return { prompts, at: -1, pending: '' };
}

/** Moves one step back (1) or forward (-1); undefined at either end. */
export function stepped(
  history: PromptHistory,
  current: string,
  step: 1 | -1,
): { history: PromptHistory; prompt: string } | undefined {
  const at = history.at + step;
  if (at < -1 || at >= history.prompts.length) return undefined;
  const pending = history.at === -1 ? current : history.pending;
  return { history: { ...history, at, pending }, prompt: at === -1 ? pending : (history.prompts[at] ?? '') };
}

/** Adds a used prompt; each is kept once. */
export function remembered(history: PromptHistory, prompt: string): PromptHistory {
  return startHistory([prompt, ...history.prompts.filter((other) => other !== prompt)].slice(0, MAX_PROMPTS));
}

export function loadPrompts(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((prompt) => typeof prompt === 'string').slice(0, MAX_PROMPTS) : [];
  } catch {
    // Storage may be unavailable.
    return [];
  }
}

export function savePrompts({ prompts }: PromptHistory): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prompts));
  } catch {
    // Storage is unavailable: the history is not kept.
  }
}
