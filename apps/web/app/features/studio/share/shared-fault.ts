import type { Failure } from '../../../session/api.ts';

/** Returns the message that says why a shared image is not there. A link of a wrong form is not a link. */
export function sharedFaultOf({ code }: Failure): 'ended' | 'none' | 'tooMany' | 'unreachable' {
  if (code === 'link-ended') return 'ended';
  if (code === 'not-found' || code === 'invalid-request') return 'none';
  return code === 'too-many-requests' ? 'tooMany' : 'unreachable';
}
