import { defaultsOf, parseOptions } from '@bakkum/conversion/options';
import { LOCALES } from '@bakkum/i18n/locale';
import { MIN_DESCRIPTION_LENGTH } from '@bakkum/i18n/min-description-length';
import { plannerFor } from '@bakkum/registry/catalogue';
import { pdfTools } from '@bakkum/registry/pdf-tools';
import { describe, expect, it } from 'vitest';
import { toolPage } from './tool-view.server.ts';

const planner = plannerFor(new Set());
const answer = planner.plan('pdf', 'pdf');
const schema = answer.ok ? planner.optionsOf(answer.plans[0]) : {};

describe('PDF tools', () => {
  it.each(pdfTools())('$slug names options that PDF to PDF has, with valid values', ({ options, values }) => {
    expect(Object.keys(schema)).toEqual(expect.arrayContaining([...options]));
    expect(parseOptions(schema, { ...defaultsOf(schema), ...values }).ok).toBe(true);
  });

  it.each(LOCALES)('each have a page in %s', (locale) => {
    const pages = pdfTools().map((tool) => toolPage(tool, locale));
    expect(pages.length).toBeGreaterThan(10);
    for (const key of ['title', 'description'] as const) expect(new Set(pages.map((page) => page[key])).size).toBe(pages.length);
    for (const { description, view } of pages) {
      expect(description.length).toBeGreaterThanOrEqual(MIN_DESCRIPTION_LENGTH[locale]);
      const text = [
        view.heading,
        view.lead,
        ...view.points,
        ...view.questions.items.flatMap(({ question, answer: told }) => [question, told]),
      ];
      for (const line of text)
        if (locale === 'ko') expect(line).toMatch(/\p{Script=Hangul}/u);
        else expect(line).not.toMatch(/\p{Script=Hangul}/u);
      expect(view.others.links).toHaveLength(pages.length - 1);
    }
  });
});
