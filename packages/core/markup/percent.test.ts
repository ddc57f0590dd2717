import { expect, it } from 'vitest';
import { decodePercent } from './percent.ts';

it('decodes UTF-8', () => expect(decodePercent('a%20b%2f%ED%95%9C+')).toBe('a b/한+'));

it.each(['100%', '%zz', '%ED%95', '%ff'])('keeps %s', (text) => expect(decodePercent(text)).toBe(text));
