import path from 'node:path';
import { createPlanner } from '@bakkum/conversion/planner';
import { createRunner, type Job, type Runner } from '@bakkum/conversion/runner';
import { estimateBytes, plannerFor } from '@bakkum/registry/catalogue';
import { nodeCapabilities } from '@bakkum/registry/node/capabilities.node';
import { openFileBlob } from '@bakkum/registry/node/file-blobs.node';
import { spawnNodeWorker } from '@bakkum/registry/node/spawn.node';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/documents');
const host = nodeCapabilities();

describe('without threads or enough memory', () => {
  const planner = createPlanner({ manifests: [manifest], host: new Set(['threads']), interchange: new Set() });

  it('the planner reports what is missing', () => {
    const refusal = { reason: 'needs-capability', missing: ['large-memory'] };
    expect(planner.plan('docx', 'pdf')).toEqual({ ok: false, refusal });
    expect(planner.targetsOf('docx').size).toBe(0);
  });
});

describe.skipIf(!manifest.requires.every((need) => host.has(need)) || !hasProgram('pdftotext'))(
  'office documents in a Node worker thread',
  () => {
    const runner: Runner = createRunner({ spawn: spawnNodeWorker, maxWorkers: 1, memoryBudgetBytes: 4e9, estimateBytes });
    const bench = workbench();
    afterAll(() => {
      runner.dispose();
      bench.dispose();
    });

    async function convert(file: string, from: string, to: string, job: Pick<Job, 'signal' | 'onProgress'> = {}) {
      const answer = plannerFor(host).plan(from, to);
      if (!answer.ok) throw new Error(answer.refusal.reason);
      const inputs = [await openFileBlob(path.join(FIXTURES, file))] as const;
      return runner.run({ inputs, plans: [answer.plans[0]], options: {}, ...job });
    }

    it('are cancelled while the program starts, and converted afterwards', async () => {
      const controller = new AbortController();
      const job: Pick<Job, 'signal' | 'onProgress'> = {
        signal: controller.signal,
        onProgress: ({ stage }) => {
          if (stage === 'starting') controller.abort();
        },
      };
      expect(await convert('docx.docx', 'docx', 'pdf', job)).toMatchObject({ ok: false, code: 'cancelled' });

      const result = await convert('docx.docx', 'docx', 'pdf');
      if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
      const pdf = bench.write('result.pdf', new Uint8Array(await result.files[0].blob.arrayBuffer()));
      expect(bench.run('pdftotext', pdf, '-')).toContain('다람쥐 헌 쳇바퀴에 타고파.');
      expect(result.warnings).toEqual([{ code: 'fonts-replaced', params: { fonts: 'Batang, Malgun Gothic' } }]);
    });

    it('of other types convert in the same office', async () => {
      const result = await convert('xls.xls', 'xls', 'csv');
      if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
      expect(result.files.map(({ label }) => label)).toEqual(['Sales', '둘째']);
      expect(await result.files[0].blob.text()).toContain('2026-01-31,1250.5,한글 메모');
    });
  },
);
