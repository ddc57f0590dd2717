/** Checks the recommended rules of `redocly lint` that our document could break. */
import { expect, it } from 'vitest';
import type { Target } from './target.ts';

export function describeDocument(at: () => Target): void {
  const operations = () =>
    Object.entries(at().api.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );

  it('is OpenAPI 3.1 with a licence, a server and a security scheme', () => {
    const { openapi, info, servers, security } = at().api.document;
    expect(openapi).toMatch(/^3\.1\./);
    expect([info.license?.url, servers[0]?.url].every((url) => URL.canParse(url ?? ''))).toBe(true);
    expect(security).toHaveLength(1);
    expect(
      operations()
        .filter((operation) => operation.security?.length === 0)
        .map(({ operationId }) => operationId),
    ).toEqual(['listFormats', 'getConversion']);
  });

  it('has a unique id, a summary, and success and error responses for each operation', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const unsaid = operations().filter(({ summary, tags, responses }) => {
      const statuses = Object.keys(responses);
      return !summary || tags?.length !== 1 || !statuses.some((status) => status < '300') || !statuses.includes('400');
    });
    expect(unsaid.map(({ operationId }) => operationId)).toEqual([]);
    const undescribed = operations().flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { description }]) => (description ? [] : [`${operationId} ${status}`])),
    );
    expect(undescribed).toEqual([]);
  });

  it('has a parameter for every path segment, and no two paths for one URL', () => {
    for (const { path, parameters = [] } of operations()) {
      const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name)).toEqual(places);
      expect(path).not.toMatch(/\/$|\?/);
    }
    const shapes = Object.keys(at().api.document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  it('references only existing definitions, and has no unused ones', () => {
    const { document } = at().api;
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    const known = Object.keys(document.components.schemas);
    expect([...new Set(refs)].filter((name) => !known.includes(name ?? ''))).toEqual([]);
    expect(known.filter((name) => !refs.includes(name))).toEqual([]);
  });

  it('allows anonymous access to formats and their options', async () => {
    const { ask, problem } = at();
    const { formats } = (await (await ask('formats', { key: '' })).json()) as { formats: { id: string; targets: string[] }[] };
    expect(formats.find(({ id }) => id === 'png')?.targets).toContain('jpeg');
    expect(await (await ask('formats/png/jpg', { key: '' })).json()).toMatchObject({
      from: 'png',
      to: 'jpeg',
      options: { properties: { quality: { enum: ['high', 'medium', 'low'] } } },
      browsers: ['chromium', 'firefox', 'safari', 'phones'],
    });
    expect(await problem('formats/png/mp3', { key: '' })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const images = await (await ask('formats?category=image', { key: '' })).json();
    expect((images as { formats: { category: string }[] }).formats.every(({ category }) => category === 'image')).toBe(true);
  });
}
