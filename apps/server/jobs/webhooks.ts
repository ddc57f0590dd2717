import type { WebhookEvent } from '@bakkum/api-contract/conversions/conversions';
import { deliverDue, type Sent } from '@bakkum/conversion-jobs/delivering';
import { jobById } from '@bakkum/conversion-jobs/jobs';
import { OutboundRefused } from '@bakkum/outbound/outbound';
import { oneJobView } from '../features/conversions/views.ts';
import type { Services } from '../services.ts';

type Message = Parameters<Parameters<typeof deliverDue>[1]['post']>[0];

/** Delivers due webhooks. @param leaving aborted when this process shuts down */
export async function sendWebhooks(services: Services, leaving?: AbortSignal): Promise<void> {
  const { conversions, settings } = services;
  const delivering = {
    post: (message: Message) => post(services, message),
    write: async ({ jobId, event }: { readonly jobId: string; readonly event: string }) => {
      const job = await jobById(conversions.database, jobId);
      if (!job?.ended_at) return undefined;
      const body: WebhookEvent = {
        type: event === 'conversion.completed' ? 'conversion.completed' : 'conversion.failed',
        timestamp: job.ended_at.toISOString(),
        data: await oneJobView(conversions, job, { base: settings.origin, locale: 'en' }),
      };
      return JSON.stringify(body);
    },
  };
  await deliverDue(conversions, delivering, leaving);
}

async function post({ outbound, settings }: Services, { url, headers, body, signal }: Message): Promise<Sent> {
  try {
    const answer = await outbound.ask({
      url,
      method: 'POST',
      headers: { ...headers, 'User-Agent': settings.brand },
      body,
      signal,
    });
    // Only the status of the response is used.
    answer.body.destroy();
    return { status: answer.status };
  } catch (error) {
    if (error instanceof OutboundRefused) return { fault: error.fault };
    throw error;
  }
}
