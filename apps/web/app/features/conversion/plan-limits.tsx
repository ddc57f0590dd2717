/** Raises the limits for paid plans. Loaded only if there may be a session. */
import { FILE_LIMITS } from '@bakkum/api-contract/limits';
import { useEffect } from 'react';
import { loadBalance, useSession } from '../../session/session.ts';
import { workbench } from './workbench.ts';

export function PlanLimits(): undefined {
  const session = useSession();
  const isKnown = session.status === 'signed-in';
  const balance = isKnown ? session.balance : undefined;
  useEffect(() => {
    if (isKnown && !balance) void loadBalance();
  }, [isKnown, balance]);
  useEffect(() => {
    workbench.limitTo(balance?.premium ? FILE_LIMITS.premium : FILE_LIMITS.free);
  }, [balance?.premium]);
  return undefined;
}
