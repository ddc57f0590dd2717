import { CREDIT_ORIGINS, CREDIT_PURPOSES, type StatementRowView } from '@bakkum/api-contract/billing/credits';
import { describe, expect, it } from 'vitest';
import { wordsOf } from './catalogue.ts';
import { LOCALES } from './locale.ts';
import { statementState, statementText } from './statement-text.ts';

const shared = { id: 1, at: '2026-11-21T00:00:00.000Z', change: 0, balance: 0 };
const order = { ...shared, kind: 'order', purpose: 'images', state: 'spent', reserved: 4, spent: 4, lost: 0 } as const;
const grant = { ...shared, kind: 'grant', origin: 'free', amount: 10, remaining: 10, expiresAt: '2026-12-21T00:00:00Z' } as const;
const orderInfo = { prompt: '', width: 1, height: 1, count: 3, imagesDeleted: false };

const sayIn = (locale: (typeof LOCALES)[number], row: StatementRowView) => {
  const words = { credits: wordsOf(locale, 'credits'), shell: wordsOf(locale, 'shell') };
  return [statementText(words, row), statementState(words, row, (moment) => moment.slice(0, 10))];
};

it('has a text for every purpose and origin in both languages', () => {
  for (const locale of LOCALES) {
    const rows = [
      ...CREDIT_PURPOSES.map((purpose): StatementRowView => ({ ...order, purpose })),
      ...CREDIT_ORIGINS.map((origin): StatementRowView => ({ ...grant, origin })),
    ];
    const texts = rows.map((row) => sayIn(locale, row)[0]);
    expect(new Set(texts).size).toBe(rows.length);
    expect(texts.join()).not.toMatch(/work on the server|서버 작업/);
  }
});

describe('in English', () => {
  it.each<[StatementRowView, string, string | undefined]>([
    [{ ...order, order: orderInfo }, '3 AI images', '4 credits spent'],
    [{ ...order, state: 'held' }, 'AI image', 'In progress: 4 reserved'],
    [{ ...order, state: 'partly-returned', spent: 1 }, 'AI image', '1 spent, 3 returned'],
    [{ ...order, state: 'returned', spent: 0 }, 'AI image', '4 credits returned'],
    [{ ...order, state: 'returned', spent: 0, lost: 4 }, 'AI image', '4 credits expired before they could be returned'],
    [grant, 'Plan credits: Free', '10 credits left, valid until 2026-12-21'],
    [{ ...grant, remaining: 0 }, 'Plan credits: Free', 'All used'],
    [{ ...grant, remaining: 0, closed: 'removed' }, 'Plan credits: Free', 'Removed'],
    [{ ...grant, closed: 'expired' }, 'Plan credits: Free', 'Expired on 2026-12-21'],
    [{ ...shared, kind: 'expire', origin: 'free', early: true }, 'Free credits removed when your plan started', undefined],
    [{ ...shared, kind: 'expire', origin: 'pack', early: false }, 'Unused credits expired: Credit pack', undefined],
    [{ ...shared, kind: 'claw_back', origin: 'pack', disputed: false }, 'Removed after a refund: Credit pack', undefined],
  ])('says what %j is', (row, text, state) => {
    expect(sayIn('en', row)).toEqual([text, state]);
  });
});
