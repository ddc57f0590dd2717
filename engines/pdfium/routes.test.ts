import { CAPABILITIES } from '@bakkum/conversion/capabilities';
import { plannerFor, publicFormats } from '@bakkum/registry/catalogue';
import { describe, expect, it } from 'vitest';

const TEXTUAL = new Set(['document', 'spreadsheet', 'presentation', 'ebook']);
const planner = plannerFor(new Set(CAPABILITIES));
const textual = publicFormats()
  .filter(({ family }) => TEXTUAL.has(family))
  .map(({ id }) => id);

describe('document routes', () => {
  it('never convert text to text through images', () => {
    const pictured = textual.flatMap((from) =>
      [...planner.targetsOf(from)].flatMap(([to, fidelity]) =>
        textual.includes(to) && fidelity === 'picture' ? [`${from} → ${to}`] : [],
      ),
    );
    expect(pictured).toEqual([]);
  });

  it('convert PDF to Word in one step', () => {
    const answer = planner.plan('pdf', 'docx');
    expect(answer.ok && answer.plans[0].steps.map(({ engine }) => engine)).toEqual(['pdfium']);
  });

  it.each(['odt', 'rtf'])('convert PDF to %s with the layout of the intermediate Word document', (to) => {
    const answer = planner.plan('pdf', to);
    expect(answer.ok && answer.plans[0].steps[0].to).toBe('docx');
  });
});
