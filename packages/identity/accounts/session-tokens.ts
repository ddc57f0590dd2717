/**
 * Stores session tokens as hashes, so that a copy of the database signs nobody in. better-auth has no option for it and uses the
 * tokens it reads, so the adapter below it replaces them in both directions.
 */
import { z } from 'zod';
import { hashOfToken } from './link-token.ts';
import { surrounded } from './surround.ts';

const condition = z.looseObject({ field: z.string(), value: z.unknown() });
const values = z.looseObject({ token: z.string().optional() });
const sessionCall = z.looseObject({
  model: z.literal('session'),
  where: z.array(condition).optional(),
  data: values.optional(),
  update: values.optional(),
});

/** Wraps the adapter better-auth reads and writes through. */
export function hashSessionTokens<Adapter extends object>(adapter: Adapter): Adapter {
  return surrounded(adapter, (work, name) => async (given, ...rest) => {
    if (name === 'transaction') return work(inTransaction(given), ...rest);
    const call = sessionCall.safeParse(given);
    if (!call.success) return work(given, ...rest);
    const tokens = new Map<string, string>();
    const hashed = (token: unknown): unknown => {
      if (Array.isArray(token)) return token.map(hashed);
      if (typeof token !== 'string') return token;
      const hash = hashOfToken(token);
      tokens.set(hash, token);
      return hash;
    };
    const { where, data, update, ...others } = call.data;
    const result = await work(
      {
        ...others,
        ...(where && { where: where.map((one) => (one.field === 'token' ? { ...one, value: hashed(one.value) } : one)) }),
        ...(data && { data: withToken(data, hashed) }),
        ...(update && { update: withToken(update, hashed) }),
      },
      ...rest,
    );
    const plain = (token: unknown): unknown => (typeof token === 'string' ? (tokens.get(token) ?? token) : token);
    return Array.isArray(result) ? result.map((row: unknown) => readable(row, plain)) : readable(result, plain);
  });
}

function withToken(given: z.infer<typeof values>, change: (token: unknown) => unknown): object {
  return given.token === undefined ? given : { ...given, token: change(given.token) };
}

/** A row as better-auth expects it, with the token that it asked for or created. */
function readable(row: unknown, plain: (token: unknown) => unknown): unknown {
  return typeof row === 'object' && row !== null && 'token' in row ? { ...row, token: plain(row.token) } : row;
}

function inTransaction(work: unknown): unknown {
  if (typeof work !== 'function') return work;
  return (within: object): unknown => Reflect.apply(work, undefined, [hashSessionTokens(within)]);
}
