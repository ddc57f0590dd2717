import type { StatusBoard } from '@bakkum/api-contract/status';
import { useEffect, useState } from 'react';

const EVERY_MS = 30_000;
const BOARD_PATH = '/status/board.json';

type Shown = {
  readonly board: StatusBoard;
  /** Whether the last request succeeded. */
  readonly reached: boolean;
};

/** Returns the status data the page was loaded with, refreshed every half minute while the page is visible. */
export function useBoard(first: StatusBoard): Shown {
  const [shown, setShown] = useState<Shown>({ board: first, reached: true });
  useEffect(() => {
    const controller = new AbortController();
    const ask = async (): Promise<void> => {
      if (document.hidden) return;
      const board = await fetchBoard(controller.signal);
      if (!controller.signal.aborted) setShown((last) => (board ? { board, reached: true } : { ...last, reached: false }));
    };
    const timer = setInterval(() => void ask(), EVERY_MS);
    document.addEventListener('visibilitychange', () => void ask(), { signal: controller.signal });
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, []);
  return shown;
}

async function fetchBoard(signal: AbortSignal): Promise<StatusBoard | undefined> {
  try {
    const response = await fetch(BOARD_PATH, { signal });
    // The response of our own server, which has this type.
    return response.ok ? ((await response.json()) as StatusBoard) : undefined;
  } catch {
    return undefined; // no network or no server: the page says so
  }
}
