import { defaultsOf, parseOptions } from '@bakkum/conversion/options';
import { LOCALES } from '@bakkum/i18n/locale';
import { MIN_DESCRIPTION_LENGTH } from '@bakkum/i18n/min-description-length';
import { plannerFor } from '@bakkum/registry/catalogue';
import { type Tool, tools } from '@bakkum/registry/tools';
import { describe, expect, it } from 'vitest';
import { CONVERTER_TOOLS } from '../../../../../content/tools/all.ts';
import { toolSharePath, toolSharePicture } from './share-picture.server.ts';
import { toolPage } from './tool-view.server.ts';

const planner = plannerFor(new Set());

function schemaOf(from: string, to: Tool['to']) {
  const answer = planner.plan(from, to === 'same' ? from : to);
  return answer.ok ? planner.optionsOf(answer.plans[0]) : {};
}

describe('tools', () => {
  it('all have proven conversions, so each has its page', () => {
    expect(tools()).toHaveLength(CONVERTER_TOOLS.length);
    expect(new Set(tools().map(({ slug }) => slug)).size).toBe(CONVERTER_TOOLS.length);
  });

  it.each(tools())(
    '$slug names options that its first format has, with valid values',
    ({ formats: [first], to, options, values }) => {
      const schema = schemaOf(first, to);
      expect(Object.keys(schema)).toEqual(expect.arrayContaining([...options]));
      expect(parseOptions(schema, { ...defaultsOf(schema), ...values }).ok).toBe(true);
    },
  );

  it.each(tools().filter(({ to }) => to === 'same'))('$slug has one of its options for every format it names', (tool) => {
    for (const format of tool.formats) {
      const schema = schemaOf(format, tool.to);
      expect(tool.options.some((name) => Object.hasOwn(schema, name))).toBe(true);
      expect(parseOptions(schema, { ...defaultsOf(schema), ...tool.values }).ok).toBe(true);
    }
  });

  it.each(LOCALES)('each have a page in %s', (locale) => {
    const pages = tools().map((tool) => toolPage(tool, locale));
    for (const key of ['title', 'description'] as const) expect(new Set(pages.map((page) => page[key])).size).toBe(pages.length);
    for (const { description, view } of pages) {
      expect(description.length).toBeGreaterThanOrEqual(MIN_DESCRIPTION_LENGTH[locale]);
      const text = [
        view.heading,
        view.dropHint,
        view.lead,
        ...view.points,
        ...view.questions.items.flatMap(({ question, answer: told }) => [question, told]),
      ];
      for (const line of text)
        if (locale === 'ko') expect(line).toMatch(/\p{Script=Hangul}/u);
        else expect(line).not.toMatch(/\p{Script=Hangul}/u);
    }
  });

  it.each(LOCALES)('each have a preview image in %s', (locale) => {
    for (const tool of tools()) {
      expect(toolSharePath(tool.slug, locale)).toBe(`/og/${locale}/tool-${tool.slug}.png`);
      expect(toolSharePicture(`tool-${tool.slug}`, locale, 'Bakkum')).toContain('<svg');
    }
    expect(toolSharePicture('tool-nothing', locale, 'Bakkum')).toBeUndefined();
  });

  it.each(LOCALES)('link to the other tools of their kind in %s', (locale) => {
    for (const tool of tools()) {
      const others = tools().filter(({ kind, slug }) => kind === tool.kind && slug !== tool.slug);
      expect(toolPage(tool, locale).view.others.links).toHaveLength(others.length);
    }
  });
});
