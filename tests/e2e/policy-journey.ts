/** Conversions by the page's own scripting interface, under the policy of the site. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { ScriptingInterface } from '../../apps/web/app/features/conversion/scripting-interface.ts';
import type { ConverterJourney } from './converter-journey.ts';

declare global {
  var bakkum: ScriptingInterface;
}

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures');

/** Converts a file, expecting the best way there is: these engines first, nothing lost on the way, no complaint. */
export async function convertBest(
  journey: ConverterJourney,
  file: string,
  to: string,
  engines: readonly string[],
): Promise<void> {
  const { page, complaints } = journey;
  await journey.open('/converter');
  await page.waitForFunction(() => 'bakkum' in globalThis);
  const base64 = await readFile(path.join(FIXTURES, file), 'base64');
  const given = { name: path.basename(file), base64, target: to };
  const result = await page.evaluate(async ({ name, base64: text, target }) => {
    const answer = await globalThis.bakkum.convert(new File([Uint8Array.fromBase64(text)], name), target);
    return answer.ok
      ? { ok: true, engines: answer.plan.steps.map(({ engine }) => engine), warnings: answer.warnings.map(({ code }) => code) }
      : { ok: false, code: answer.code };
  }, given);
  expect(result).toMatchObject({ ok: true });
  expect(result.warnings).not.toContain('less-faithful');
  expect(result.engines?.slice(0, engines.length)).toEqual(engines);
  expect(complaints).toEqual([]);
}
