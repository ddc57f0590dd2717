/** Raises the limits for paid plans. Loaded only if there may be a session. */
import { FILE_LIMITS } from '@bakkum/api-contract/limits';
import { useEffect } from 'react';
import { useBalance } from '../../session/session.ts';
import { workbench } from './workbench.ts';

export function PlanLimits(): undefined {
  const balance = useBalance({ onlyIfMissing: true });
  useEffect(() => {
    workbench.limitTo(balance?.premium ? FILE_LIMITS.premium : FILE_LIMITS.free);
  }, [balance?.premium]);
  return undefined;
}
