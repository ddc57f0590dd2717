import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A token for a link in an email. 256 random bits. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Hash of a token for the database. Tokens cannot be guessed, so a fast hash is enough. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
