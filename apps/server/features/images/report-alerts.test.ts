import { expect, it } from 'vitest';
import { alertOfReport } from './report-alerts.ts';

const report = { id: 7, userId: 'somebody', reason: 'harmful', at: new Date('2026-11-29T12:00:00Z') };
const contact = { email: 'operator@example.org' };

it('logs an alert that cannot be queued, because the report itself is stored', async () => {
  const problems: unknown[] = [];
  const parts = {
    settings: { contact },
    database: { transaction: () => Promise.reject(new Error('no connection')) },
    jobs: { send: () => Promise.reject(new Error('no queue')) },
    studio: { onProblem: (problem: unknown) => problems.push(problem) },
  };
  await alertOfReport(parts as unknown as Parameters<typeof alertOfReport>[0], report);
  expect(problems).toEqual([{ event: 'image-report-alert', detail: 'no connection' }]);
});
