import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** The fake local storage. */
let kept: Map<string, string>;
let sent: string[];
let page: EventTarget & { hidden: boolean };

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  kept = new Map();
  sent = [];
  page = Object.assign(new EventTarget(), { hidden: false });
  const frame = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { pathname: '/converter' });
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    sent.push(body);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page with the given browser signals; returns a function that reports a page view. */
async function open(signals: object = {}): Promise<{ readonly view: () => void; readonly choose: (uncounted: boolean) => void }> {
  vi.stubGlobal('navigator', { sendBeacon: () => sent.push('beacon'), ...signals });
  const [{ sendVisits }, { tellVisit }, { writeUncounted }] = await Promise.all([
    import('./visit-sender.ts'),
    import('../document/tell-visit.ts'),
    import('./may-count.ts'),
  ]);
  sendVisits();
  return { view: () => tellVisit({ event: 'page_view' }), choose: (uncounted) => void writeUncounted(uncounted) };
}

it('sends events together', async () => {
  const { view } = await open();
  view();
  view();
  vi.runAllTimers();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.match(/page_view/g)).toHaveLength(2);
});

it('opting out is effective immediately, also for events not sent yet', async () => {
  const { view, choose } = await open();
  view();
  choose(true);
  vi.runAllTimers();
  view();
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  vi.runAllTimers();
  expect(sent).toEqual([]);
});

it('marks events as shared only for visitors who agreed', async () => {
  const { view } = await open();
  view();
  vi.runAllTimers();
  kept.set('bakkum-shared-visits', 'no');
  view();
  vi.runAllTimers();
  expect(sent.join()).not.toContain('shared');
  kept.set('bakkum-shared-visits', 'yes');
  view();
  vi.runAllTimers();
  expect(JSON.parse(sent.at(-1) ?? '[]')).toMatchObject([{ event: 'page_view', shared: true }]);
});

it('opting in needs no reload', async () => {
  kept.set('bakkum-uncounted', '1');
  const { view, choose } = await open();
  view();
  vi.runAllTimers();
  expect(sent).toEqual([]);
  choose(false);
  view();
  vi.runAllTimers();
  expect(sent.join().match(/page_view/g)).toHaveLength(1);
});

it('does not retry a browser that refuses', async () => {
  const { view } = await open({ globalPrivacyControl: true });
  view();
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  vi.runAllTimers();
  expect(sent).toEqual([]);
});
