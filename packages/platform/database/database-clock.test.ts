import { afterEach, expect, inject, it, vi } from 'vitest';
import { type ClockChange, openDatabaseClock } from './database-clock.ts';
import { createTestDatabase } from './test-database.ts';

const DAY_MS = 86_400_000;
const database = await createTestDatabase(inject('postgresFolder'), []);

afterEach(() => void vi.useRealTimers());

/** Sets the system clock of this process. Timers and the monotonic clock are not affected. */
function setClockAhead(ms: number): void {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

async function databaseTime(): Promise<number> {
  const [row] = await database.query('select extract(epoch from clock_timestamp()) * 1000 as ms');
  return Number(row?.['ms']);
}

it.each([8 * DAY_MS, 20_000, -20_000])('gives the time of the database when the system clock is %i ms ahead', async (ms) => {
  setClockAhead(ms);
  const changes: ClockChange[] = [];
  const clock = await openDatabaseClock({ sql: database, report: (change) => changes.push(change) });
  const before = await databaseTime();
  const told = clock.now().getTime();
  expect(told).toBeGreaterThan(before - 1000);
  expect(told).toBeLessThan((await databaseTime()) + 1000);
  expect(Math.abs(clock.skewMs() - ms)).toBeLessThan(2000);
  expect(clock.isRight()).toBe(false);
  expect(changes.map(({ event }) => event)).toEqual(['clock-wrong']);
  clock.close();
});

it('keeps its time when the system clock jumps, and reports the change once', async () => {
  const changes: string[] = [];
  const clock = await openDatabaseClock({ sql: database, report: ({ event }) => changes.push(event) });
  let turns = 0;
  clock.onChange(() => {
    turns += 1;
  });
  expect(clock.isRight()).toBe(true);
  setClockAhead(8 * DAY_MS);
  expect(clock.isRight()).toBe(false);
  expect(Math.abs(clock.now().getTime() - (await databaseTime()))).toBeLessThan(5000);
  await clock.measure();
  await clock.measure();
  expect(changes).toEqual(['clock-wrong']);
  vi.useRealTimers();
  await clock.measure();
  expect(changes).toEqual(['clock-wrong', 'clock-right']);
  expect(turns).toBe(2);
  clock.close();
});
