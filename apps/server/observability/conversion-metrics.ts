import { conversionReport } from '@bakkum/conversion-jobs/report';
import { Gauge, type Registry } from 'prom-client';
import type { Services } from '../services.ts';

/** Metrics of server conversions and of the sandbox in this process. Returns a function that updates them. */
export function addConversionMetrics(
  registry: Registry,
  { conversions, converter, disk, settings }: Services,
): () => Promise<void> {
  const registers = [registry];
  const jobs = new Gauge({ name: 'bakkum_conversions', help: 'Conversions that are open', labelNames: ['state'], registers });
  const wait = new Gauge({
    name: 'bakkum_conversion_wait_seconds',
    help: 'How long the oldest queued conversion has waited',
    registers,
  });
  const stored = new Gauge({ name: 'bakkum_conversion_stored_bytes', help: 'Stored uploads and results', registers });
  const webhooks = new Gauge({ name: 'bakkum_webhooks_pending', help: 'Webhook messages not yet accepted', registers });
  const free = new Gauge({ name: 'bakkum_disk_free_bytes', help: 'Free bytes on the disk of the data folder', registers });
  const reserve = new Gauge({ name: 'bakkum_disk_reserve_bytes', help: 'Bytes that files leave free', registers });
  const sandboxed = new Gauge({
    name: 'bakkum_conversion_sandbox',
    help: 'Whether conversion processes are isolated',
    labelNames: ['sandbox', 'setting'],
    registers,
  });
  return async () => {
    const report = await conversionReport(conversions.database, conversions.now());
    jobs.set({ state: 'queued' }, report.queued);
    jobs.set({ state: 'processing' }, report.processing);
    wait.set(report.oldestQueuedS);
    stored.set(report.storedBytes);
    free.set(await disk.free());
    reserve.set(await disk.reserve());
    webhooks.set(report.pendingMessages);
    if (settings.role === 'web') return;
    const { sandbox } = await converter();
    sandboxed.set({ sandbox, setting: settings.conversions.sandbox }, sandbox === 'none' ? 0 : 1);
  };
}
