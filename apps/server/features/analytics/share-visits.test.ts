import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Outbound, OutboundAnswer, OutboundRequest } from '@bakkum/outbound/outbound';
import { beforeEach, describe, expect, it } from 'vitest';
import type { VisitFormat } from '../../config/public-settings.ts';
import { createLog } from '../../observability/log.ts';
import { createVisitShare, type SharedEvent } from './share-visits.ts';

const SESSION = randomUUID();
const STATS = { page_views: 2, conversions: 1, failures: 0, downloads: 1 };
const EVENTS: readonly SharedEvent[] = [
  { session: SESSION, event: 'page_view', category: '', label: '/converter', locale: 'ko', page: '/converter' },
  { session: SESSION, event: 'session_end', category: '', label: '', value: 61, stats: STATS, locale: 'ko', page: '/converter' },
];

let asked: OutboundRequest[];
let lines: string[];
let status: number;

beforeEach(() => {
  asked = [];
  lines = [];
  status = 202;
});

const outbound: Outbound = {
  async ask(request) {
    asked.push(request);
    // Only these parts of the message are used.
    return { status, headers: {}, url: new URL(request.url), body: Readable.from([]) } as unknown as OutboundAnswer;
  },
};
const shareTo = (format: VisitFormat) =>
  createVisitShare({
    target: { url: 'https://stats.example/event', format },
    origin: 'https://bakkum.example',
    outbound,
    log: createLog('error', (line) => lines.push(line)),
  });
const bodies = () => asked.map(({ body = '' }) => JSON.parse(typeof body === 'string' ? body : ''));

describe('shared visits', () => {
  it('are one JSON message', async () => {
    const share = shareTo('json');
    share.add(EVENTS);
    await share.settled();
    const url = 'https://bakkum.example/ko/converter';
    expect(bodies()).toEqual([
      {
        events: [
          { event: 'page_view', session: SESSION, url, label: '/converter', locale: 'ko' },
          { event: 'session_end', session: SESSION, url, value: 61, locale: 'ko', ...STATS },
        ],
      },
    ]);
    expect(asked[0]).toMatchObject({ method: 'POST', url: 'https://stats.example/event' });
  });

  it('have the form of Plausible', async () => {
    const share = shareTo('plausible');
    share.add(EVENTS);
    await share.settled();
    expect(bodies()).toMatchObject([
      { name: 'pageview', url: 'https://bakkum.example/ko/converter', domain: 'bakkum.example' },
      { name: 'session_end', props: { value: 61 } },
    ]);
  });

  it('have the form of the GA4 measurement protocol', async () => {
    const share = shareTo('ga4');
    share.add(EVENTS);
    await share.settled();
    expect(bodies()).toMatchObject([
      { client_id: SESSION, events: [{ name: 'page_view' }, { name: 'session_end', params: { page_views: 2 } }] },
    ]);
  });

  it('contain no address of the visitor and no header of the browser', async () => {
    const share = shareTo('json');
    share.add(EVENTS);
    await share.settled();
    expect(asked.map(({ headers }) => headers)).toEqual([{ 'Content-Type': 'application/json' }]);
  });

  it('that are refused are logged', async () => {
    status = 500;
    const share = shareTo('json');
    share.add(EVENTS);
    await share.settled();
    expect(lines.join()).toContain('visit-not-shared');
  });

  it('are dropped while too many are on their way', async () => {
    const share = shareTo('plausible');
    share.add(Array.from({ length: 60 }, () => EVENTS).flat());
    await share.settled();
    expect(asked.length).toBeLessThanOrEqual(50);
    expect(lines.join()).toContain('too many');
  });
});
