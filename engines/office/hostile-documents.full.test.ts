import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Plan } from '@bakkum/conversion/planner';
import { createRunner, type Runner } from '@bakkum/conversion/runner';
import { estimateBytes } from '@bakkum/registry/catalogue';
import { nodeCapabilities } from '@bakkum/registry/node/capabilities.node';
import { spawnNodeWorker } from '@bakkum/registry/node/spawn.node';
import { flat, MACRO, PAGE_BREAK } from '@bakkum/tests/hostile-documents';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const host = nodeCapabilities();

describe.skipIf(!manifest.requires.every((need) => host.has(need)) || !hasProgram('pdftotext'))(
  'hostile or oversized documents',
  () => {
    let runner: Runner;
    const bench = workbench();
    beforeAll(() => {
      runner = createRunner({ spawn: spawnNodeWorker, maxWorkers: 1, memoryBudgetBytes: 4e9, estimateBytes });
    });
    afterAll(() => {
      runner.dispose();
      bench.dispose();
    });

    async function toPdf(document: string, from = 'fodt') {
      const step = { engine: manifest.id, from, to: 'pdf', fidelity: 'lossy', cost: 1 } as const;
      const plan: Plan = { from, to: 'pdf', steps: [step], fidelity: 'lossy', kept: 'lossy', rank: 1, cost: 1 };
      const result = await runner.run({ inputs: [new Blob([document])], plans: [plan], options: {} });
      if (!result.ok) return { code: result.code };
      const file = bench.write('result.pdf', new Uint8Array(await result.files[0].blob.arrayBuffer()));
      const pages = Number(/Pages: +(\d+)/.exec(bench.run('pdfinfo', file))?.[1]);
      return { pages, text: bench.run('pdftotext', file, '-') };
    }

    it('with five hundred pages produce five hundred pages', async () => {
      const pages = Array.from({ length: 500 }, (_, page) => `<text:p text:style-name="P">page ${page + 1} of many</text:p>`);
      const { pages: count, text } = await toPdf(flat('text', pages.join(''), PAGE_BREAK));
      expect(count).toBeGreaterThanOrEqual(500);
      expect(text).toContain('page 500 of many');
    });

    it('without text produce one empty page, and an empty workbook a page or an error', async () => {
      expect(await toPdf(flat('text', ''))).toMatchObject({ pages: 1 });
      const workbook = await toPdf(flat('spreadsheet', '<table:table table:name="Empty"/>'), 'fods');
      expect(workbook.pages ?? workbook.code).toSatisfy((end) => end === 1 || end === 'empty');
    });

    it('run no macros', async () => {
      const { text } = await toPdf(flat('text', '<text:p>as it was</text:p>', MACRO));
      expect(text).toContain('as it was');
    });

    it('do not load links from the network or the disk', async () => {
      const asked: string[] = [];
      const canary = createServer((request, response) => {
        asked.push(request.url ?? '');
        response.end('<p>from outside</p>');
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => canary.once('listening', resolve));
      const origin = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
      const frame = (href: string) =>
        `<text:p><draw:frame svg:width="3cm" svg:height="3cm"><draw:image xlink:href="${href}"/></draw:frame></text:p>`;
      const section = (href: string) =>
        `<text:section text:name="${href}"><text:section-source xlink:href="${href}"/><text:p>kept</text:p></text:section>`;
      const links = [`${origin}/a`, 'file:///etc/hostname', '../../../../etc/hostname'];
      const { text } = await toPdf(flat('text', links.flatMap((href) => [frame(href), section(href)]).join('')));
      const page = links.map(
        (href) => `<img src="${href}"><iframe src="${href}"></iframe><link rel="stylesheet" href="${href}">`,
      );
      const web = await toPdf(`<html><body><p>kept</p>${page.join('')}</body></html>`, 'html');
      canary.close();
      expect(asked).toEqual([]);
      expect([text, web.text].join()).not.toContain('from outside');
      expect(text).toContain('kept');
      expect(web.text).toContain('kept');
    });
  },
);
