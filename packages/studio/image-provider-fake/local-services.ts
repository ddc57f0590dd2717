/** Fake servers that an operator may run locally. */
import { picture } from './cloud-services.ts';
import {
  base64,
  type Call,
  type Desk,
  formFile,
  isShare,
  type Job,
  jsonBody,
  number,
  optionalNumber,
  pictureIn,
  pngSize,
  type Reply,
  type Service,
  text,
} from './service.ts';
import { isRefusedBySchema } from './vendor-schemas.ts';

/** Lists in the form of the web UI, which stable-diffusion.cpp imitates. */
const LISTS: Readonly<Record<string, unknown>> = {
  'sdapi/v1/sd-models': [{ title: 'dreamshaper_8.safetensors [879db523c3]', model_name: 'dreamshaper_8', hash: '879db523c3' }],
  'sdapi/v1/samplers': ['DPM++ 2M', 'Euler a', 'Euler'].map((name) => ({ name, aliases: [], options: {} })),
};

export const automatic1111: Service = {
  id: 'automatic1111',
  order(call) {
    if (call.method !== 'POST' || !/^sdapi\/v1\/(txt2img|img2img)$/.test(call.path)) return undefined;
    const body = jsonBody(call);
    return {
      prompt: text(body['prompt']),
      seed: number(body['seed'], 1),
      width: number(body['width'], 512),
      height: number(body['height'], 512),
      picture: pictureIn([body['init_images']].flat()[0]),
      strength: optionalNumber(body['denoising_strength']),
    };
  },
  invalid(_, call) {
    const body = jsonBody(call);
    const isTaken = isShare(body['denoising_strength']) && !isRefusedBySchema('automatic1111', 'drawing', body);
    return isTaken ? undefined : automatic1111.error(422);
  },
  answer: ({ order }, bytes) => ({
    body: { images: bytes ? [base64(bytes)] : [], parameters: {}, info: JSON.stringify({ all_seeds: [order.seed] }) },
  }),
  other(call, desk) {
    const list = LISTS[call.path];
    if (list) return { body: list };
    const [running] = desk.queue('automatic1111');
    if (call.path === 'sdapi/v1/progress') return { body: overallProgress(running) };
    if (call.path === 'internal/progress') return { body: taskProgress(call, desk) };
    if (call.path !== 'sdapi/v1/interrupt') return undefined;
    if (running) desk.cancel(running);
    return { body: {} };
  },
  error: (status) => ({ status, body: { error: 'Error', detail: '', body: '', errors: '' } }),
};

const STEPS = 30;

/** Of whatever is drawn. Each look at a job finds it some steps further. */
function overallProgress(running: Job | undefined): unknown {
  const step = running ? stepOf(running) : 0;
  const state = { job_count: running ? 1 : 0, job_no: 0, sampling_step: step, sampling_steps: running ? STEPS : 0 };
  return { progress: step / STEPS, eta_relative: 1, state, current_image: null, textinfo: null };
}

/** Of one task. The server draws the oldest one. */
function taskProgress(call: Call, desk: Desk): unknown {
  const { id_task: task, id_live_preview: known, live_preview: wanted } = jsonBody(call);
  const [running, ...queued] = desk.queue('automatic1111');
  const isOf = (job: Job | undefined): boolean => job !== undefined && valuesOf(job.request, 'force_task_id')[0] === task;
  if (!running || !isOf(running)) return { active: false, queued: queued.some(isOf), completed: false, textinfo: 'Waiting...' };
  running.asked += 1;
  const step = stepOf(running);
  const preview = wanted === false || known === running.asked ? undefined : desk.preview(running, step / STEPS);
  return {
    ...{ active: true, queued: false, completed: false, progress: step / STEPS, eta: 1, textinfo: null },
    live_preview: preview ? `data:image/png;base64,${base64(preview)}` : null,
    id_live_preview: running.asked,
  };
}

function stepOf({ asked }: Job): number {
  return Math.min(STEPS - 1, asked * 5);
}

/** The texts and numbers of a graph of any shape. */
function valuesOf(graph: unknown, name: string): unknown[] {
  if (typeof graph !== 'object' || graph === null) return [];
  return Object.entries(graph).flatMap(([key, value]) => (key === name ? [value] : valuesOf(value, name)));
}

/** What the nodes of a graph can choose from. */
const NODES: Readonly<Record<string, unknown>> = {
  CheckpointLoaderSimple: {
    ckpt_name: [['dreamshaper_8.safetensors', 'sd_xl_base_1.0.safetensors'], { tooltip: 'The name of it.' }],
  },
  KSampler: { seed: ['INT', { default: 0 }], sampler_name: ['COMBO', { options: ['euler', 'dpmpp_2m'] }] },
};

function nodeInfo(path: string): Reply | undefined {
  const name = /^object_info\/(\w+)$/.exec(path)?.[1] ?? '';
  const required = NODES[name];
  return required === undefined ? undefined : { body: { [name]: { input: { required }, output: [] } } };
}

/** Uploaded files by the name that graphs use. */
const uploads = new Map<string, Buffer>();

function uploadName({ body }: Call): string {
  return /; filename="([\w.-]+)"/.exec(body.subarray(0, 500).toString('latin1'))?.[1] ?? 'image.png';
}

function comfyError(status: number): Reply {
  return { status, body: { error: { type: 'error', message: 'something' }, node_errors: {} } };
}

/** An edited image has the size of the given one. */
function sizeIn(graph: unknown) {
  const picture = uploads.get(text(valuesOf(graph, 'image')[0]));
  if (picture) return pngSize(picture);
  return { width: number(valuesOf(graph, 'width')[0], 512), height: number(valuesOf(graph, 'height')[0], 512) };
}

export const comfyui: Service = {
  id: 'comfyui',
  order(call) {
    if (call.method !== 'POST' || call.path !== 'prompt') return undefined;
    const graph = jsonBody(call)['prompt'];
    return {
      prompt: text(valuesOf(graph, 'text')[0]),
      seed: number(valuesOf(graph, 'seed')[0], 1),
      ...sizeIn(graph),
      picture: uploads.get(text(valuesOf(graph, 'image')[0])),
      strength: optionalNumber(valuesOf(graph, 'denoise')[0]),
    };
  },
  invalid(_, call) {
    const graph = jsonBody(call)['prompt'];
    const names = valuesOf(graph, 'image').filter((name) => typeof name === 'string');
    const isTaken =
      valuesOf(graph, 'denoise').every(isShare) &&
      names.every((name) => uploads.has(text(name))) &&
      !isRefusedBySchema('comfyui', 'prompt', jsonBody(call));
    return isTaken ? undefined : comfyError(400);
  },
  answer: ({ id }) => ({ body: { prompt_id: id, number: 1, node_errors: {} } }),
  other(call, desk) {
    if (call.path === 'upload/image') {
      const name = uploadName(call);
      uploads.set(`${name} [temp]`, formFile(call, 'image') ?? Buffer.alloc(0));
      return { body: { name, subfolder: '', type: 'temp' } };
    }
    if (call.path === 'view') {
      const job = desk.job((call.query.get('filename') ?? '').replace('.png', ''));
      return job && picture(desk.picture(job));
    }
    if (call.path === 'queue' || call.path === 'interrupt') {
      const [id] = [jsonBody(call)['delete'] ?? jsonBody(call)['prompt_id']].flat();
      const job = desk.job(text(id));
      if (job) desk.cancel(job);
      return { body: {} };
    }
    const info = nodeInfo(call.path);
    if (info) return info;
    const job = desk.job(/^history\/([\w-]+)$/.exec(call.path)?.[1] ?? '');
    if (!job) return call.path.startsWith('history/') ? { body: {} } : undefined;
    job.asked += 1;
    return { body: historyOf(job, desk.picture(job) !== undefined) };
  },
  error: comfyError,
};

/** Saved images stay on the operator's disk, previews are temporary. */
function typeOf({ request }: Job): string {
  return valuesOf(request, 'class_type').includes('SaveImage') ? 'output' : 'temp';
}

function historyOf(job: Job, ready: boolean): unknown {
  if (job.fault?.kind === 'failed') return { [job.id]: { status: { status_str: 'error', completed: false }, outputs: {} } };
  if (job.asked < 2 || !ready) return {};
  const images = job.fault?.kind === 'fewer' ? [] : [{ filename: `${job.id}.png`, subfolder: '', type: typeOf(job) }];
  return { [job.id]: { status: { status_str: 'success', completed: true }, outputs: { 7: { images } } } };
}

const CAPABILITIES = {
  model: { name: 'flux-2-klein-4b-Q8_0.gguf', stem: 'flux-2-klein-4b-Q8_0', path: '/models/flux-2-klein-4b-Q8_0.gguf' },
  current_mode: 'img_gen',
  supported_modes: ['img_gen'],
  samplers: ['euler', 'euler_a'],
  schedulers: ['discrete'],
};

export const stableDiffusionCpp: Service = {
  id: 'stable-diffusion-cpp',
  order(call) {
    if (call.method !== 'POST' || call.path !== 'sdcpp/v1/img_gen') return undefined;
    const body = jsonBody(call);
    return {
      prompt: text(body['prompt']),
      seed: number(body['seed'], 1),
      width: number(body['width'], 512),
      height: number(body['height'], 512),
      picture: pictureIn(body['init_image']),
      strength: optionalNumber(body['strength']),
    };
  },
  invalid: (_, call) => (isShare(jsonBody(call)['strength']) ? undefined : stableDiffusionCpp.error(400)),
  answer: ({ id }) => ({ status: 202, body: { id, kind: 'img_gen', status: 'queued' } }),
  other(call, desk) {
    if (call.path === 'sdcpp/v1/capabilities') return { body: CAPABILITIES };
    const list = LISTS[call.path];
    if (list) return { body: list };
    const [, id = '', cancel] = /^sdcpp\/v1\/jobs\/([\w-]+)(\/cancel)?$/.exec(call.path) ?? [];
    const job = desk.job(id);
    if (!job) return undefined;
    if (cancel) desk.cancel(job);
    else job.asked += 1;
    return { body: sdcppJob(job, desk.picture(job)) };
  },
  error: (status) => ({ status, body: { error: { code: 'error', message: 'something' } } }),
};

function sdcppJob(job: Job, bytes: Uint8Array<ArrayBuffer> | undefined): unknown {
  if (job.state === 'cancelled') return { id: job.id, status: 'cancelled', result: null, error: null };
  if (job.fault?.kind === 'failed')
    return { id: job.id, status: 'failed', result: null, error: { code: 'generation_failed', message: '' } };
  if (job.asked < 2 || !bytes) return { id: job.id, status: 'generating', result: null, error: null };
  const images = job.fault?.kind === 'fewer' ? [] : [{ index: 0, b64_json: base64(bytes) }];
  return { id: job.id, status: 'completed', result: { images, output_format: 'png' }, error: null };
}
