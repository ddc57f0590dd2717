import { CAPABILITIES } from '@bakkum/conversion/capabilities';
import { plannerFor, publicFormats } from '@bakkum/registry/catalogue';
import { describe, expect, it } from 'vitest';

const TEXTUAL = new Set(['document', 'spreadsheet', 'presentation', 'ebook']);
const planner = plannerFor(new Set(CAPABILITIES));
const textual = publicFormats()
  .filter(({ family }) => TEXTUAL.has(family))
  .map(({ id }) => id);

describe('routes of documents', () => {
  it('never lead from text to text through pictures', () => {
    const pictured = textual.flatMap((from) =>
      [...planner.targetsOf(from)].flatMap(([to, fidelity]) =>
        textual.includes(to) && fidelity === 'picture' ? [`${from} → ${to}`] : [],
      ),
    );
    expect(pictured).toEqual([]);
  });

  it('from a PDF to Word are one step', () => {
    const answer = planner.plan('pdf', 'docx');
    expect(answer.ok && answer.plans[0].steps.map(({ engine }) => engine)).toEqual(['pdfium']);
  });

  it.each(['odt', 'rtf'])('from a PDF to %s keep the layout of the Word document in between', (to) => {
    const answer = planner.plan('pdf', to);
    expect(answer.ok && answer.plans[0].steps[0].to).toBe('docx');
  });
});
