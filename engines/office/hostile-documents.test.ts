import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Plan } from '@bakkum/conversion/planner';
import { createRunner, type Runner } from '@bakkum/conversion/runner';
import { nodeCapabilities } from '@bakkum/registry/capabilities.node';
import { estimateBytes } from '@bakkum/registry/catalogue';
import { spawnNodeWorker } from '@bakkum/registry/spawn.node';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const host = nodeCapabilities();

const NAMESPACES = ['office', 'text', 'table', 'style', 'script']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat([
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ooo="http://openoffice.org/2004/office"',
  ])
  .join(' ');

/** A flat OpenDocument file. */
const flat = (kind: 'text' | 'spreadsheet', body: string, head = '') =>
  `<?xml version="1.0"?><office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">${head}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;

const PAGE_BREAK =
  '<office:automatic-styles><style:style style:name="P" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style></office:automatic-styles>';

/** Would write "the macro ran" into the document when it is opened. */
const MACRO = `<office:scripts>
<office:script script:language="ooo:Basic"><ooo:libraries xmlns:ooo="http://openoffice.org/2004/office"><ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="M"><ooo:source-code>Sub Main
ThisComponent.Text.setString("the macro ran")
End Sub</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script>
<office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners>
</office:scripts>`;

describe.skipIf(!manifest.requires.every((need) => host.has(need)) || !hasProgram('pdftotext'))(
  'documents that mean no good, or too much',
  { timeout: 120_000 },
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
      const plan: Plan = { from, to: 'pdf', steps: [step], fidelity: 'lossy', cost: 1 };
      const result = await runner.run({ inputs: [new Blob([document])], plans: [plan], options: {} });
      if (!result.ok) return { code: result.code };
      const file = bench.write('result.pdf', new Uint8Array(await result.files[0].blob.arrayBuffer()));
      const pages = Number(/Pages: +(\d+)/.exec(bench.run('pdfinfo', file))?.[1]);
      return { pages, text: bench.run('pdftotext', file, '-') };
    }

    it('five hundred pages are five hundred pages', async () => {
      const pages = Array.from({ length: 500 }, (_, page) => `<text:p text:style-name="P">page ${page + 1} of many</text:p>`);
      const { pages: count, text } = await toPdf(flat('text', pages.join(''), PAGE_BREAK));
      expect(count).toBeGreaterThanOrEqual(500);
      expect(text).toContain('page 500 of many');
    });

    it('no text is one empty page, and a workbook without cells a page or a sentence', async () => {
      expect(await toPdf(flat('text', ''))).toMatchObject({ pages: 1 });
      const workbook = await toPdf(flat('spreadsheet', '<table:table table:name="Empty"/>'), 'fods');
      expect(workbook.pages ?? workbook.code).toSatisfy((end) => end === 1 || end === 'empty');
    });

    it('a macro does not run', async () => {
      const { text } = await toPdf(flat('text', '<text:p>as it was</text:p>', MACRO));
      expect(text).toContain('as it was');
    });

    it('nothing a document links to is asked for, on the network or on the disk', async () => {
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
