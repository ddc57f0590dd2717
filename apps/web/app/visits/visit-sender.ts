/**
 * Sends the events of a visit to the server. Collects and sends nothing where a visit must not be
 * counted.
 */
import { randomId } from '@bakkum/bytes/random-id';
import { listenForVisits, tellVisit } from '../document/tell-visit.ts';
import { mayCount, readUncounted } from './may-count.ts';
import { readShareChoice } from './share-choice.ts';
import { createVisitLog, type SentVisitEvent } from './visit-log.ts';

const ADDRESS = '/api/analytics';
/** Events within this time in milliseconds are sent together. */
const TOGETHER_MS = 3000;

let begun = false;
let leaving = false;

/** Starts once per page, however often it is called. */
export function sendVisits(): void {
  if (begun) return;
  begun = true;
  // The browser's signals are constant; the choice on this device can change while the page is open.
  if (!mayCount(navigator, null)) return listenForVisits(() => undefined);
  const log = createVisitLog({ newId: randomId, now: Date.now, path: () => location.pathname, send });
  let timer: ReturnType<typeof setTimeout> | undefined;
  listenForVisits((event) => {
    if (readUncounted() !== null) return;
    log.add(event);
    timer ??= setTimeout(() => {
      timer = undefined;
      log.flush();
    }, TOGETHER_MS);
  });
  document.addEventListener('visibilitychange', () => {
    tellVisit({ event: document.hidden ? 'page_hidden' : 'page_visible' });
    if (document.hidden) log.flush();
  });
  addEventListener('pagehide', () => {
    leaving = true;
    log.end();
    leaving = false;
  });
  document.addEventListener('click', tellFooterLink);
  document.addEventListener('change', tellSearch);
}

function send(events: readonly SentVisitEvent[]): void {
  // The visitor opted out after they happened, so they are not sent.
  if (readUncounted() !== null) return;
  const shared = readShareChoice() === 'yes';
  const body = JSON.stringify(shared ? events.map((event) => ({ ...event, shared })) : events);
  // Only beacons survive leaving a page.
  if (document.hidden || leaving) return void navigator.sendBeacon(ADDRESS, new Blob([body], { type: 'application/json' }));
  void fetch(ADDRESS, { method: 'POST', body, headers: { 'Content-Type': 'application/json' }, keepalive: true }).catch(
    // oxlint-disable-next-line no-console -- the specification requires logging it without telling the visitor
    (error: unknown) => console.debug('visit not counted', error),
  );
}

function tellFooterLink({ target }: Event): void {
  const link = target instanceof Element ? target.closest('footer a') : undefined;
  if (link instanceof HTMLAnchorElement) tellVisit({ event: 'footer_link_click', label: link.pathname });
}

/** Reports that a search happened, without its text. */
function tellSearch({ target }: Event): void {
  if (target instanceof HTMLInputElement && target.type === 'search') tellVisit({ event: 'search' });
}
