/** Prompts that were used, newest first, and where one is among them. */
export type PromptHistory = {
  readonly prompts: readonly string[];
  /** -1: at what is being written. */
  readonly at: number;
  /** What was being written before one went back. */
  readonly pending: string;
};

const MOST = 50;
const KEY = 'bakkum-studio-prompts';

export function startHistory(prompts: readonly string[]): PromptHistory {
  return { prompts, at: -1, pending: '' };
}

/** One step back (1) or forward (-1); undefined where there is none. */
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

/** With one more prompt used; each is kept once. */
export function remembered(history: PromptHistory, prompt: string): PromptHistory {
  return startHistory([prompt, ...history.prompts.filter((other) => other !== prompt)].slice(0, MOST));
}

export function loadPrompts(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((prompt) => typeof prompt === 'string').slice(0, MOST) : [];
  } catch {
    // Storage may be closed to us.
    return [];
  }
}

export function savePrompts({ prompts }: PromptHistory): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prompts));
  } catch {
    // Nothing is kept where nothing may be kept.
  }
}
