import type { StatusBoard } from '@bakkum/api-contract/status';
import { useServerData } from '../../state/server-data.ts';

const REFRESH_INTERVAL_MS = 30_000;
const BOARD_PATH = '/status/board.json';

type Shown = {
  readonly board: StatusBoard;
  /** Whether the last request succeeded. */
  readonly reached: boolean;
};

/**
 * Returns the status data the page was loaded with, refreshed every half minute while the page is visible, and when it becomes
 * visible.
 */
export function useBoard(first: StatusBoard): Shown {
  const { body = first, fault } = useServerData({
    key: ['status-board'],
    ask: askForBoard,
    first,
    pollMs: REFRESH_INTERVAL_MS,
    asksWhenShown: true,
  });
  return { board: body, reached: fault === undefined };
}

type BoardAnswer = { readonly ok: true; readonly body: StatusBoard } | { readonly ok: false; readonly fault: 'unreachable' };

async function askForBoard(): Promise<BoardAnswer> {
  try {
    const response = await fetch(BOARD_PATH);
    // The response of our own server, which has this type.
    if (response.ok) return { ok: true, body: (await response.json()) as StatusBoard };
  } catch {
    // No network or no server: the page shows a message.
  }
  return { ok: false, fault: 'unreachable' };
}
