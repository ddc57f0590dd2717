import type { BrowserContext } from 'playwright-core';
import { inject } from 'vitest';
import { maskAsSafari } from './safari-context.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * What the browser of this project lacks: `safari` removes and breaks APIs by a script; `plain-http` loads pages without HTTPS
     * from another name than localhost, so that the browser itself removes what it only gives to secure pages. Default: nothing.
     */
    readonly mask: Mask;
  }
}

export type Mask = 'safari' | 'plain-http';

/** A name that is resolved to this machine and, unlike localhost, counts as insecure. */
const INSECURE_NAME = 'plain-http.test';

/** The mask of this project of tests; `undefined` in most. */
export function maskInUse(): Mask | undefined {
  const mask: Mask | undefined = inject('mask');
  return mask;
}

/** Flags of Chromium for insecure pages. */
export const PLAIN_HTTP_FLAGS: readonly string[] = [`--host-resolver-rules=MAP ${INSECURE_NAME} 127.0.0.1`];

/** Returns the address to open instead of one on this machine. */
export function maskedAddress(address: string): string {
  return maskInUse() === 'plain-http' ? address.replace('//127.0.0.1', `//${INSECURE_NAME}`) : address;
}

/** Makes the pages and workers of a context lack what Safari lacks, if this project asks for it. */
export async function applyMask(context: BrowserContext): Promise<void> {
  if (maskInUse() === 'safari') await maskAsSafari(context);
}
