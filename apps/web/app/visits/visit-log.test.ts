import type { VisitEvent } from '@bakkum/api-contract/analytics-rules';
import { beforeEach, describe, expect, it } from 'vitest';
import { mayCount } from './may-count.ts';
import { createVisitLog, type SentVisitEvent, type VisitLog } from './visit-log.ts';

let sent: SentVisitEvent[][];
let time: number;
let ids: number;
let log: VisitLog;

const names = () => sent.flat().map(({ event }) => event);
const view = (label: string): VisitEvent => ({ event: 'page_view', label });

beforeEach(() => {
  sent = [];
  time = Date.UTC(2026, 10, 21);
  ids = 0;
  log = createVisitLog({
    newId: () => `visit-${++ids}`,
    now: () => time,
    path: () => '/converter',
    send: (events) => sent.push([...events]),
  });
});

describe('a visit', () => {
  it('starts with its first event and ends with its duration and counts', () => {
    log.add(view('/'));
    log.add({ event: 'conversion_completed', label: 'jpeg-to-png', value: 12 });
    log.add({ event: 'conversion_failed', label: 'pdf-to-docx', category: 'corrupt' });
    log.add({ event: 'file_download', value: 3 });
    log.add({ event: 'ai_image_download', value: 1 });
    time += 61_400;
    log.end();
    expect(names()).toEqual([
      'session_start',
      'page_view',
      'conversion_completed',
      'conversion_failed',
      'file_download',
      'ai_image_download',
      'session_end',
    ]);
    expect(sent.flat().at(-1)).toMatchObject({
      value: 61,
      session_id: 'visit-1',
      page_url: '/converter',
      stats: { page_views: 1, conversions: 1, failures: 1, downloads: 2 },
    });
    expect(sent.flat()[1]).toMatchObject({ page_url: '/' });
  });

  it('restarts after its end', () => {
    log.add(view('/'));
    log.end();
    log.add({ event: 'page_visible' });
    log.flush();
    expect(new Set(sent.flat().map(({ session_id }) => session_id))).toEqual(new Set(['visit-1', 'visit-2']));
  });

  it('does not restart when a left page is hidden', () => {
    log.add(view('/'));
    log.end();
    log.add({ event: 'page_hidden' });
    log.flush();
    expect(names().at(-1)).toBe('session_end');
  });

  it('without events sends nothing', () => {
    log.end();
    log.flush();
    expect(sent).toEqual([]);
  });

  it('reports which article was read', () => {
    log.add(view('/ko/articles/pdf-or-docx'));
    log.flush();
    expect(sent.flat().at(-1)).toMatchObject({ event: 'resource_view', label: 'pdf-or-docx' });
  });

  it('is sent in batches the server accepts', () => {
    for (let count = 0; count < 50; count++) log.add({ event: 'file_download' });
    log.flush();
    expect(sent.map((part) => part.length)).toEqual([20, 20, 11]);
  });
});

it('does not count bots or visitors who opted out', () => {
  expect(mayCount({ doNotTrack: null }, null)).toBe(true);
  expect(mayCount({}, null)).toBe(true);
  expect(mayCount({ doNotTrack: '1' }, null)).toBe(false);
  expect(mayCount({ globalPrivacyControl: true }, null)).toBe(false);
  expect(mayCount({ webdriver: true }, null)).toBe(false);
  expect(mayCount({}, '1')).toBe(false);
});
