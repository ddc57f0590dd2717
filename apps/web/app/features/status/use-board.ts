import type { StatusBoard } from '@bakkum/api-contract/status';
import { useEffect, useState } from 'react';

const EVERY_MS = 30_000;
const BOARD_PATH = '/status/board.json';

type Shown = {
  readonly board: StatusBoard;
  /** Whether the server answered when it was asked last. */
  readonly reached: boolean;
};

/** The board the page came with, then that of every half minute while somebody looks. */
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
    // Our own server's, which made it of the same type.
    return response.ok ? ((await response.json()) as StatusBoard) : undefined;
  } catch {
    return undefined; // no network, or no server: the page says so
  }
}
