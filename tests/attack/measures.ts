/** Measures that do not depend on how busy the machine is: processor time and memory of the server's process. */
import { z } from 'zod';

async function metric(base: string, name: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text();
  return z.coerce.number().parse(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** Processor seconds that the server spends on an attack. */
export async function cpuSecondsFor(base: string, attack: () => Promise<unknown>): Promise<number> {
  const before = await metric(base, 'process_cpu_seconds_total');
  await attack();
  return (await metric(base, 'process_cpu_seconds_total')) - before;
}

/** How many times the processor time of usual requests an attack may take. A slow pattern took a hundred times as much. */
const MOST_TIMES_USUAL = 4;
/** Processor seconds that no attack has to stay under, because so little time varies too much between two runs. */
const LEAST_SECONDS = 2;

/**
 * Compares the processor time of an attack with that of as many usual requests, sent right after it, because what a request costs
 * differs between machines and moments.
 * @returns What the attack costs if that is too much, or nothing.
 */
export async function excessiveCost(
  base: string,
  { attack, usual }: { readonly attack: () => Promise<unknown>; readonly usual: () => Promise<unknown> },
): Promise<string | undefined> {
  const seconds = await cpuSecondsFor(base, attack);
  if (seconds < LEAST_SECONDS) return undefined;
  const usualSeconds = await cpuSecondsFor(base, usual);
  if (seconds < MOST_TIMES_USUAL * usualSeconds) return undefined;
  return `${seconds} processor seconds, usual requests take ${usualSeconds}`;
}

/** Bytes of memory that the server's process uses. */
export function memoryOf(base: string): Promise<number> {
  return metric(base, 'process_resident_memory_bytes');
}

/** Whether the server answers its health check and a page. Never resolves while it is blocked. */
export async function isAnswering(base: string): Promise<boolean> {
  const answers = await Promise.all(['/healthz', '/converter'].map((path) => fetch(base + path)));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return answers.every(({ ok }) => ok);
}
