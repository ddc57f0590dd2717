/** Tells the server of a visit. Loaded once the page is idle; where a visit must not be counted it hears and sends nothing. */
import { hearVisit, tellVisit } from '../document/tell-visit.ts';
import { mayCount, readUncounted } from './may-count.ts';
import { createVisitLog, type SentVisitEvent } from './visit-log.ts';

const ADDRESS = '/api/analytics';
/** What happens within this time is sent together. */
const TOGETHER_MS = 3000;

let begun = false;
let leaving = false;

/** Begins once a page, however often it is called. */
export function sendVisits(): void {
  if (begun) return;
  begun = true;
  // What the browser itself says stays; the choice of this device can change while the page is open.
  if (!mayCount(navigator, null)) return hearVisit(() => undefined);
  const log = createVisitLog({ newId: () => crypto.randomUUID(), now: Date.now, path: () => location.pathname, send });
  let timer: ReturnType<typeof setTimeout> | undefined;
  hearVisit((event) => {
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
  // Chosen since they happened: they are not sent either.
  if (readUncounted() !== null) return;
  const body = JSON.stringify(events);
  // A page that is left lives on in its beacons alone.
  if (document.hidden || leaving) return void navigator.sendBeacon(ADDRESS, new Blob([body], { type: 'application/json' }));
  void fetch(ADDRESS, { method: 'POST', body, headers: { 'Content-Type': 'application/json' }, keepalive: true }).catch(
    // oxlint-disable-next-line no-console -- the specification has it logged, and nobody told
    (error: unknown) => console.debug('visit not counted', error),
  );
}

function tellFooterLink({ target }: Event): void {
  const link = target instanceof Element ? target.closest('footer a') : undefined;
  if (link instanceof HTMLAnchorElement) tellVisit({ event: 'footer_link_click', label: link.pathname });
}

/** That something was searched for, not what. */
function tellSearch({ target }: Event): void {
  if (target instanceof HTMLInputElement && target.type === 'search') tellVisit({ event: 'search' });
}
