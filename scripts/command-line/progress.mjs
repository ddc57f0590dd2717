/** Reports progress of long commands on standard error: one live line on a terminal, occasional lines in a log. */

const LIVE_MS = 1000;
const FASTEST_REDRAW_MS = 100;
const LOG_MS = 10_000;
const CLEAR_LINE = '\r\u001b[K';
const NARROW = 80;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Formats a duration: `45 s`, `3 min 20 s`, `1 h 5 min`. */
export function durationText(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < MINUTE) return `${seconds} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ${seconds % MINUTE} s`;
  return `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / MINUTE)} min`;
}

/**
 * Estimates the milliseconds until all items are done; undefined before the first. Items done in an earlier run do not count
 * towards the rate of this one.
 */
export function timeLeft({ done, doneBefore = 0, total, elapsedMs }) {
  const doneNow = done - doneBefore;
  return doneNow > 0 ? (elapsedMs / doneNow) * (total - done) : undefined;
}

/** Formats progress: `matrix: 120/2,400 (5%), 100 ok, 20 refused, 3 min 20 s left`. */
export function progressText({ label, done, doneBefore, total, counts, elapsedMs }) {
  const left = timeLeft({ done, doneBefore, total, elapsedMs });
  const percent = total > 0 ? Math.floor((done / total) * 100) : 100;
  return [
    `${label}: ${done.toLocaleString('en')}/${total.toLocaleString('en')} (${percent}%)`,
    ...[...counts].map(([name, count]) => `${count.toLocaleString('en')} ${name}`),
    ...(left === undefined || done === total ? [] : [`${durationText(left)} left`]),
  ].join(', ');
}

/**
 * Shows `textOf(elapsedMs)` until `end`: on a terminal as a line that is redrawn, first after a second; elsewhere as a new line
 * every 10 seconds, unless it is unchanged. Does not keep the process alive.
 */
export function startReporting({ textOf, stream = process.stderr, now = () => performance.now() }) {
  const isLive = stream.isTTY === true;
  const startedAt = now();
  let drawnAt = startedAt + LIVE_MS - FASTEST_REDRAW_MS;
  let isShown = false;
  let logged;
  const clear = () => {
    if (isShown) stream.write(CLEAR_LINE);
    isShown = false;
  };
  const show = () => {
    const text = textOf(now() - startedAt);
    if (!isLive && text === logged) return;
    logged = text;
    // A line that wraps cannot be redrawn.
    stream.write(isLive ? `${CLEAR_LINE}${text.slice(0, (stream.columns || NARROW) - 1)}` : `${text}\n`);
    isShown = isLive;
    drawnAt = now();
  };
  const timer = setInterval(show, isLive ? LIVE_MS : LOG_MS);
  timer.unref();
  return {
    /** Shows the current text. */
    update() {
      if (isLive && now() - drawnAt >= FASTEST_REDRAW_MS) show();
    },
    /** Clears the line before another stream writes to the same terminal; the next update draws it again. */
    clear,
    /** Writes a permanent line. */
    print(line) {
      const wasShown = isShown;
      clear();
      stream.write(`${line}\n`);
      if (wasShown) show();
    },
    end() {
      clearInterval(timer);
      clear();
    },
  };
}

/** Counts finished items and reports their number, their results, and the estimated time left. */
export function startProgress({ label, total, doneBefore = 0, ...reporting }) {
  const counts = new Map();
  let done = doneBefore;
  const reporter = startReporting({
    ...reporting,
    textOf: (elapsedMs) => progressText({ label, done, doneBefore, total, counts, elapsedMs }),
  });
  return {
    /** Counts one finished item with its result. */
    add(result) {
      done += 1;
      counts.set(result, (counts.get(result) ?? 0) + 1);
      reporter.update();
    },
    print: reporter.print,
    end: reporter.end,
  };
}
