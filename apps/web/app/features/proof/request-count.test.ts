import { expect, it } from 'vitest';
import { MAX_LISTED, NO_REQUESTS, type Seen, withRequest } from './request-count.ts';

const PAGE = 'https://bakkum.example/how-it-works';
const seen = (requests: readonly Seen[]) => requests.reduce((before, one) => withRequest(before, one, PAGE), NO_REQUESTS);

it('counts every request, even those not listed', () => {
  const requests = Array.from({ length: 250 }, (_, at): Seen => {
    const site = at < 10 ? 'https://other.example' : 'https://bakkum.example';
    return { watcher: 'worker', method: 'POST', url: `${site}/${at}?q=1`, sent: 3 };
  });
  const { listed, ...figures } = seen(requests);
  expect(figures).toEqual({ watcher: 'worker', total: 250, foreign: 10, sent: 750 });
  expect(listed).toHaveLength(MAX_LISTED);
  expect(listed[0]).toEqual({ id: 250, method: 'POST', address: '/249', foreign: false, sent: 3 });
  expect(new Set(listed.map(({ id }) => id)).size).toBe(MAX_LISTED);
});

it('lists requests to other sites with their full address, and invents no sizes', () => {
  const requests = seen([{ watcher: 'page', method: 'GET', url: 'https://other.example/a?b' }]);
  expect(requests).toEqual({
    watcher: 'page',
    total: 1,
    foreign: 1,
    sent: 0,
    listed: [{ id: 1, method: 'GET', address: 'https://other.example/a?b', foreign: true }],
  });
});
