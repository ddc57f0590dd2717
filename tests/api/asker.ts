import {
  conversionProblem,
  type JobView,
  jobView,
  type UploadView,
  uploadView,
} from '@bakkum/api-contract/conversions/conversions';
import { expect } from 'vitest';
import type { Asking, DescribedApi } from './described-api.ts';

type Problem = {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
};

/** The basic requests. Uses its own key unless given another. */
export type Asker = {
  readonly api: DescribedApi;
  ask(address: string, asking?: Asking): Promise<Response>;
  problem(address: string, asking?: Asking): Promise<Problem>;
  /** Sends a file together with its job. */
  order(content: Uint8Array, name: string, fields: Readonly<Record<string, string>>, asking?: Asking): Promise<JobView>;
  upload(content: Uint8Array, name: string, asking?: Asking): Promise<UploadView>;
  job(address: string, asking?: Asking): Promise<JobView>;
  /** Waits until the job has ended. */
  ended(id: string, key?: string): Promise<JobView>;
};

export function createAsker(api: DescribedApi, own: string): Asker {
  const ask: Asker['ask'] = (address, asking = {}) => api.ask(address, { key: own, ...asking });
  const job: Asker['job'] = async (address, asking) => jobView.parse(await (await succeeded(ask(address, asking))).json());
  return {
    api,
    ask,
    job,
    problem: async (address, asking) => {
      const response = await ask(address, asking);
      const { status, error } = conversionProblem.parse(await response.json());
      expect([response.headers.get('Content-Type'), status]).toEqual(['application/problem+json', response.status]);
      return { status, code: error.code, details: error.details };
    },
    order: (content, name, fields, asking) => job('upload', { method: 'POST', body: form(content, name, fields), ...asking }),
    upload: async (content, name, asking) =>
      uploadView.parse(await (await succeeded(ask('uploads', { method: 'POST', body: form(content, name), ...asking }))).json()),
    ended: async (id, key = own) => {
      for (;;) {
        const view = await job(`jobs/${id}?wait=20`, { key });
        if (!['queued', 'processing'].includes(view.status)) return view;
      }
    },
  };
}

async function succeeded(asked: Promise<Response>): Promise<Response> {
  const response = await asked;
  if (response.status >= 300) throw new Error(await response.text());
  return response;
}

export function json(body: unknown, headers: Readonly<Record<string, string>> = {}): Asking {
  return { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

export function form(content: Uint8Array, name: string, fields: Readonly<Record<string, string>> = {}): FormData {
  const filled = new FormData();
  for (const [field, value] of Object.entries(fields)) filled.append(field, value);
  filled.append('file', new Blob([new Uint8Array(content)]), name);
  return filled;
}
