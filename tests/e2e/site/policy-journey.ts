/** Conversions by the page's own scripting interface, under the policy of the site. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ScriptingInterface } from '../../../apps/web/app/features/conversion/scripting-interface.ts';
import type { ConverterJourney } from '../conversion/converter-journey.ts';

declare global {
  var bakkum: ScriptingInterface;
}

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures');

type Outcome = {
  readonly ok: boolean;
  /** Of the way that was taken, in order. */
  readonly engines: readonly string[];
  readonly warnings: readonly string[];
  readonly complaints: readonly string[];
};

/** Converts a file of tests/fixtures on the page of the converter. */
export async function convertOnPage(journey: ConverterJourney, file: string, to: string): Promise<Outcome> {
  const { page, complaints } = journey;
  await journey.open('/converter');
  await page.waitForFunction(() => 'bakkum' in globalThis);
  const base64 = await readFile(path.join(FIXTURES, file), 'base64');
  const given = { name: path.basename(file), base64, target: to };
  const result = await page.evaluate(async ({ name, base64: text, target }) => {
    const answer = await globalThis.bakkum.convert(new File([Uint8Array.fromBase64(text)], name), target);
    return answer.ok
      ? { ok: true, engines: answer.plan.steps.map(({ engine }) => engine), warnings: answer.warnings.map(({ code }) => code) }
      : { ok: false, engines: [], warnings: [answer.code] };
  }, given);
  return { ...result, complaints };
}
