import { randomId } from '@bakkum/bytes/random-id';
import { useRef, useState } from 'react';
import type { Failure } from '../../../session/api.ts';
import { useAbortOnLeave } from '../../../state/use-abort-on-leave.ts';
import { studioStore } from '../studio-store.ts';

/** Orders a version of an image. Returns why the server refused it. */
type Send<Request> = (id: string, request: Request, idempotencyKey: string) => Promise<Failure | undefined>;

/**
 * Sends an order of a dialog and calls `onTaken` once the server has accepted it. After a failure the dialog stays open with its input.
 * The same request has the same idempotency key, so that an order whose answer was lost runs once.
 */
export function useVersionOrder<Request>(id: string, send: Send<Request>, onTaken: () => void) {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const keys = useRef(new Map<string, string>());
  const { start } = useAbortOnLeave();
  const order = async (request: Request): Promise<void> => {
    if (isSending) return;
    const left = start();
    setSending(true);
    setFailure(undefined);
    const text = JSON.stringify(request);
    const key = keys.current.get(text) ?? randomId();
    keys.current.set(text, key);
    const refused = await send(id, request, key);
    if (left.aborted) return studioStore.showFailure(refused);
    setSending(false);
    if (refused) setFailure(refused);
    else onTaken();
  };
  return { order, isSending, failure };
}
