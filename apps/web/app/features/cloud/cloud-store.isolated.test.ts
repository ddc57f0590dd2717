import type { PersonView } from '@bakkum/api-contract/account';
import type { FormatView, JobView } from '@bakkum/api-contract/conversions/conversions';
import { SESSION_HINT } from '@bakkum/api-contract/session-hint';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Asked = { readonly method: string; readonly path: string; readonly key: string | undefined };
type Reply = { readonly status?: number; readonly body?: unknown };

const PDF: FormatView = {
  id: 'pdf',
  name: 'PDF',
  extensions: ['pdf'],
  media_type: 'application/pdf',
  category: 'document',
  targets: ['docx'],
};
const MINA: PersonView = {
  id: 'mina',
  email: 'mina@example.com',
  firstName: 'Mina',
  lastName: 'Kim',
  locale: 'en',
  joinedAt: '2026-01-01T00:00:00.000Z',
  demo: false,
};
const LIMITS = { file_size: 10, open_jobs: 1, retentions: [], storages: ['persistent'], storage: 1, archive: 1 };
const UPLOAD = { upload_id: 'u1', filename: 'a.pdf', size: 5, format: 'pdf' };
const LINK = 'https://example.com/a.pdf';

const job = (changes: Partial<JobView>): JobView =>
  ({ job_id: 'j1', status: 'completed', original_filename: 'b.pdf', backup: 'off', ...changes }) as JobView;

/** The fake server, by method and path. Requests to other paths fail as unreachable. */
let replies: Record<string, Reply | (() => Promise<Reply>)>;
let asked: Asked[];
let cookie: string;

const answerTo = async (address: string, { method = 'GET', headers }: RequestInit = {}): Promise<Response> => {
  const path = address.replace('/api/v1/', '').replace('/api/', '');
  asked.push({ method, path, key: new Headers(headers).get('Idempotency-Key') ?? undefined });
  const found = replies[`${method} ${path}`];
  const reply = typeof found === 'function' ? await found() : found;
  if (!reply) throw new TypeError('no connection');
  const { status = 200, body } = reply;
  return new Response(body === undefined ? null : JSON.stringify(body), { status });
};

class QuietStream extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 1;
  close(): void {}
}

beforeEach(() => {
  vi.resetModules();
  replies = {
    'GET formats': { body: { formats: [PDF] } },
    'GET jobs?tag=cloud-page&limit=100': { body: { jobs: [job({})] } },
    'GET cloud/shares': { body: { shares: [] } },
    'GET cloud/invitations': { body: { invitations: [] } },
    'GET account': { body: { limits: LIMITS, usage: { storage: 0, archive: 0 } } },
    'GET account/session': { body: { person: MINA } },
    'HEAD /favicon.ico': {},
  };
  asked = [];
  cookie = '';
  vi.stubGlobal('document', {
    get cookie() {
      return cookie;
    },
  });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('EventSource', QuietStream);
  vi.stubGlobal('fetch', vi.fn(answerTo));
});
afterEach(() => vi.unstubAllGlobals());

const load = async () => {
  const { cloudStore } = await import('./cloud-store.ts');
  const session = await import('../../session/session.ts');
  return { cloudStore, ...session };
};
type Store = Awaited<ReturnType<typeof load>>['cloudStore'];

const stages = (store: Store): string[] => store.snapshot().items.map(({ name, stage }) => `${name} ${stage.status}`);
const wasAsked = (method: string, path: string): boolean => asked.some((one) => one.method === method && one.path === path);

/** A request that the test answers itself. */
function held(): { readonly reply: () => Promise<Reply>; readonly answer: (reply: Reply) => void } {
  let answer = (_reply: Reply): void => undefined;
  const coming = new Promise<Reply>((resolve) => {
    answer = resolve;
  });
  return { reply: () => coming, answer };
}

async function withMina() {
  cookie = `${SESSION_HINT}=1`;
  const loaded = await load();
  await loaded.cloudStore.open();
  return loaded;
}

it('lists the files of an account, and clears them on any page once the user signs out', async () => {
  const { cloudStore, setSignedOut } = await withMina();
  await cloudStore.addLink(LINK);
  expect(stages(cloudStore)).toEqual(['b.pdf job', 'a.pdf pending']);
  expect(cloudStore.snapshot().limits.storages).toEqual(['persistent']);
  cloudStore.setSettings({ ...cloudStore.snapshot().settings, sharing: 'team', people: 'a@example.com' });
  cookie = '';
  setSignedOut();
  expect(stages(cloudStore)).toEqual([]);
  expect(cloudStore.snapshot().used).toBeUndefined();
  expect(cloudStore.snapshot().settings).toMatchObject({ sharing: 'private', people: '' });
  await cloudStore.open();
  expect(stages(cloudStore)).toEqual([]);
});

it('loads the list of the next user while the queue is on screen', async () => {
  const { cloudStore, setPerson } = await withMina();
  cloudStore.subscribe(() => undefined);
  replies['GET jobs?tag=cloud-page&limit=100'] = { body: { jobs: [job({ job_id: 'j2', original_filename: 'c.pdf' })] } };
  setPerson({ ...MINA, id: 'other' });
  expect(stages(cloudStore)).toEqual([]);
  await expect.poll(() => stages(cloudStore)).toEqual(['c.pdf job']);
});

it('keeps files that a visitor has chosen when the visitor signs in', async () => {
  const { cloudStore, setPerson } = await load();
  await cloudStore.open();
  await cloudStore.addLink(LINK);
  expect(wasAsked('GET', 'jobs?tag=cloud-page&limit=100')).toBe(false);
  setPerson(MINA);
  await cloudStore.open();
  expect(stages(cloudStore)).toEqual(['b.pdf job', 'a.pdf pending']);
});

it('stops the upload when the user signs out', async () => {
  const { cloudStore, setSignedOut } = await withMina();
  const fetching = held();
  replies['POST uploads'] = fetching.reply;
  await cloudStore.addLink(LINK);
  cloudStore.start();
  await expect.poll(() => wasAsked('POST', 'uploads')).toBe(true);
  setSignedOut();
  await expect.poll(() => cloudStore.snapshot().running).toBe(false);
  fetching.answer({ body: UPLOAD });
  await fetching.reply();
  expect(stages(cloudStore)).toEqual([]);
  expect(wasAsked('POST', 'jobs')).toBe(false);
});

it('reports a list that failed to load, and loads it on retry', async () => {
  delete replies['GET account'];
  const { cloudStore } = await withMina();
  expect(cloudStore.snapshot()).toMatchObject({ items: [], listFault: { code: 'unreachable' } });
  replies['GET account'] = { body: { limits: LIMITS, usage: { storage: 0, archive: 0 } } };
  await cloudStore.add([new File(['12345'], 'a.pdf')]);
  expect(stages(cloudStore)).toEqual(['b.pdf job', 'a.pdf pending']);
  expect(cloudStore.snapshot().listFault).toBeUndefined();
});

it('loads the limits of the account before it checks files against them', async () => {
  cookie = `${SESSION_HINT}=1`;
  const { cloudStore } = await load();
  await cloudStore.add([new File(['12345678901'], 'large.pdf')]);
  expect(cloudStore.snapshot()).toMatchObject({ refused: [{ name: 'large.pdf', why: 'too-large' }], nothingTaken: true });
});

it('sends nothing while the invited addresses are missing', async () => {
  const { cloudStore } = await withMina();
  await cloudStore.addLink(LINK);
  const settings = { ...cloudStore.snapshot().settings, sharing: 'team', people: '' } as const;
  cloudStore.setSettings(settings);
  expect(cloudStore.start()).toBe(false);
  expect(cloudStore.snapshot().peopleChecked).toBe(true);
  expect(stages(cloudStore)).toContain('a.pdf pending');
  cloudStore.setSettings({ ...settings, people: 'a@example.com' });
  expect(cloudStore.snapshot().peopleChecked).toBe(false);
  expect(cloudStore.start()).toBe(true);
});

it('keeps the reason of failed sharing, whatever succeeds elsewhere', async () => {
  replies['POST cloud/jobs/j1/share'] = { status: 429, body: { error: { code: 'RATE_LIMIT_EXCEEDED' } } };
  replies['POST jobs/j1/retry'] = { body: job({}) };
  const { cloudStore } = await withMina();
  await cloudStore.share('j1', 'j1');
  await cloudStore.retry('j1');
  expect(cloudStore.snapshot().items).toMatchObject([{ sharingFault: { code: 'RATE_LIMIT_EXCEEDED' } }]);
  replies['POST cloud/jobs/j1/share'] = { body: { share_id: 's1' } };
  await cloudStore.share('j1', 'j1');
  expect(cloudStore.snapshot().items).toMatchObject([{ shareId: 's1', sharingFault: undefined }]);
});

it('ignores failures while looking for a second copy', async () => {
  replies['POST jobs/j1/retry'] = { body: job({ backup: 'pending' }) };
  const { cloudStore } = await withMina();
  vi.useFakeTimers();
  try {
    await cloudStore.retry('j1');
    await vi.advanceTimersByTimeAsync(3000);
  } finally {
    vi.useRealTimers();
  }
  expect(wasAsked('GET', 'jobs/j1')).toBe(true);
  expect(cloudStore.snapshot().fault).toBeUndefined();
});

it('distinguishes files whose formats failed to load from files of unknown type', async () => {
  delete replies['GET formats'];
  replies['POST uploads'] = { body: { ...UPLOAD, format: null } };
  const { cloudStore } = await withMina();
  await cloudStore.addLink(LINK);
  cloudStore.start();
  const added = () => cloudStore.snapshot().items.find(({ name }) => name === 'a.pdf');
  await expect.poll(() => added()?.stage).toEqual({ status: 'failed', fault: { code: 'unreachable' } });
  expect(wasAsked('POST', 'uploads')).toBe(false);
  replies['GET formats'] = { body: { formats: [PDF] } };
  cloudStore.resume(added()?.id ?? '');
  await expect.poll(() => added()?.stage).toEqual({ status: 'failed', fault: { code: 'UNKNOWN_FILE' } });
});

it('deletes a fetched link that was removed from the list meanwhile, and continues with the next', async () => {
  const fetching = held();
  replies['POST uploads'] = fetching.reply;
  replies['DELETE uploads/u1'] = { status: 204 };
  const { cloudStore } = await withMina();
  await cloudStore.addLink(LINK);
  const { id = '' } = cloudStore.snapshot().items.find(({ name }) => name === 'a.pdf') ?? {};
  cloudStore.start();
  await expect.poll(() => wasAsked('POST', 'uploads')).toBe(true);
  await cloudStore.remove(id);
  await expect.poll(() => cloudStore.snapshot().running).toBe(false);
  fetching.answer({ body: UPLOAD });
  await expect.poll(() => wasAsked('DELETE', 'uploads/u1')).toBe(true);
  expect(stages(cloudStore)).toEqual(['b.pdf job']);
});

it('requests a link under one key until its bytes are gone', async () => {
  delete replies['POST uploads'];
  const { cloudStore } = await withMina();
  await cloudStore.addLink(LINK);
  cloudStore.start();
  const added = () => cloudStore.snapshot().items.find(({ name }) => name === 'a.pdf');
  const again = async (code: string): Promise<void> => {
    cloudStore.resume(added()?.id ?? '');
    await expect.poll(() => added()?.stage).toMatchObject({ status: 'failed', fault: { code } });
  };
  await expect.poll(() => added()?.stage.status).toBe('failed');
  replies['POST uploads'] = { status: 410, body: { error: { code: 'GONE' } } };
  await again('GONE');
  replies['POST uploads'] = { status: 400, body: { error: { code: 'URL_NOT_FETCHED' } } };
  await again('URL_NOT_FETCHED');
  const [first, second, third] = asked.filter(({ path }) => path === 'uploads').map(({ key }) => key);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it('deletes the job of a file that was removed from the list meanwhile', async () => {
  const ordering = held();
  replies['POST uploads'] = { body: UPLOAD };
  replies['POST jobs'] = ordering.reply;
  replies['DELETE jobs/j2'] = { status: 204 };
  const { cloudStore } = await withMina();
  await cloudStore.addLink(LINK);
  const { id = '' } = cloudStore.snapshot().items.find(({ name }) => name === 'a.pdf') ?? {};
  cloudStore.start();
  await expect.poll(() => wasAsked('POST', 'jobs')).toBe(true);
  await cloudStore.remove(id);
  ordering.answer({ body: job({ job_id: 'j2' }) });
  await expect.poll(() => wasAsked('DELETE', 'jobs/j2')).toBe(true);
  expect(stages(cloudStore)).toEqual(['b.pdf job']);
});

it('detects the format from the content, suggests the last choice for it, and stores it once a job completes', async () => {
  const PNG: FormatView = { ...PDF, id: 'png', name: 'PNG', extensions: ['png'], category: 'image', targets: ['webp', 'avif'] };
  replies['GET formats'] = { body: { formats: [PDF, PNG] } };
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  const { cloudStore, setPerson } = await load();
  const picture = (name: string): File => new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], name);
  await cloudStore.add([picture('a.pdf')]);
  const [first] = cloudStore.snapshot().items;
  expect(first).toMatchObject({ format: 'png', target: 'webp', reason: 'smaller' });
  cloudStore.setTarget(first?.id ?? '', 'avif');
  await cloudStore.add([picture('b.png')]);
  expect(cloudStore.snapshot().items.map(({ target, reason }) => [target, reason])).toEqual([
    ['avif', undefined],
    ['avif', 'last'],
  ]);
  const isStored = (): boolean => [...stored.values()].some((text) => text.includes('avif'));
  expect(isStored()).toBe(false);
  replies['GET jobs?tag=cloud-page&limit=100'] = { body: { jobs: [job({ status: 'processing' })] } };
  replies['POST jobs/j1/retry'] = { body: job({ source_format: 'png', target_format: 'avif' }) };
  setPerson(MINA);
  await cloudStore.open();
  await cloudStore.retry('j1');
  expect(isStored()).toBe(true);
});

it('suggests a target again after a file was damaged, but not after its conversion failed', async () => {
  replies['GET formats'] = { body: { formats: [{ ...PDF, targets: ['docx', 'txt'] }] } };
  const { cloudStore } = await withMina();
  const failing = async (code: string): Promise<string | null | undefined> => {
    const failed = {
      source_format: 'pdf',
      target_format: 'txt',
      status: 'error',
      error: { code, message: '', input: null },
    } as const;
    replies['POST jobs/j1/retry'] = { body: job(failed) };
    await cloudStore.addLink(LINK);
    cloudStore.setTarget(cloudStore.snapshot().items.at(-1)?.id ?? '', 'txt');
    await cloudStore.retry('j1');
    await cloudStore.addLink(LINK);
    return cloudStore.snapshot().items.at(-1)?.target;
  };
  expect(await failing('WRONG_PASSWORD')).toBe('txt');
  expect(await failing('INTERNAL')).toBe('docx');
});
