import { conversionReport } from '@bakkum/conversion-jobs/report';
import type { Services } from '../services.ts';
import type { Metric } from './metric.ts';

/** Metrics of server conversions and of the sandbox in this process. */
export async function conversionMetrics({ conversions, converter, settings }: Services): Promise<readonly Metric[]> {
  const report = await conversionReport(conversions.database, conversions.now());
  const jobs = { queued: report.queued, processing: report.processing };
  const sandbox = settings.role === 'web' ? undefined : (await converter()).sandbox;
  return [
    ...Object.entries(jobs).map(([state, value]) => ({
      name: 'bakkum_conversions',
      help: 'Conversions that are open',
      value,
      labels: { state },
    })),
    {
      name: 'bakkum_conversion_wait_seconds',
      help: 'How long the conversion waits that waits longest',
      value: report.oldestQueuedS,
    },
    { name: 'bakkum_conversion_stored_bytes', help: 'Uploads and results that are kept', value: report.storedBytes },
    { name: 'bakkum_webhooks_pending', help: 'Webhook messages that were not taken yet', value: report.pendingMessages },
    ...(sandbox
      ? [
          {
            name: 'bakkum_conversion_sandbox',
            help: 'Whether the system shuts processes that convert in',
            value: sandbox === 'none' ? 0 : 1,
            labels: { sandbox, setting: settings.conversions.sandbox },
          },
        ]
      : []),
  ];
}
