import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** Milliseconds for which a token opens the window. An older one leads back to the site, which gives a new one. */
export const TOKEN_LIFETIME_MS = 2 * 60_000;

const content = z.object({
  paymentId: z.uuid(),
  userId: z.string(),
  /** Session of the buyer at this site. */
  sessionId: z.string(),
  /** Origin of the site to which the buyer returns. */
  site: z.url(),
  /** In milliseconds since 1970. */
  expiresAt: z.number(),
});

/** Who may open the window of a payment, and until when. */
export type WindowTokenContent = z.infer<typeof content>;

/** Encrypted and authenticated, because cookies of the site do not reach the origin of the window. */
export type WindowTokens = {
  seal(given: WindowTokenContent): string;
  /** The content of a token that this installation made, also of an expired one. */
  open(token: string): WindowTokenContent | undefined;
};

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAX_LENGTH = 1500;

/** @param secret of the installation */
export function createWindowTokens(secret: string): WindowTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'payment-window', KEY_BYTES));
  return {
    seal(given) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      const sealed = Buffer.concat([cipher.update(JSON.stringify(given), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(token) {
      const bytes = Buffer.from(token.length > MAX_LENGTH ? '' : token, 'base64url');
      if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const json = decrypted(decipher, bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return json === undefined ? undefined : content.parse(JSON.parse(json));
    },
  };
}

/** Undefined if the bytes are not ours. */
function decrypted(decipher: ReturnType<typeof createDecipheriv>, sealed: Buffer): string | undefined {
  const start = decipher.update(sealed);
  try {
    return Buffer.concat([start, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
