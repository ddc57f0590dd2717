import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { readSettings } from '../config/settings.ts';
import { MIGRATIONS } from '../migrations.ts';
import type { AdminOptions } from './arguments.ts';
import { imagesCommand } from './images.ts';

const KEY = 'a-key-that-must-appear-nowhere';
const clock = { now: () => new Date('2026-12-24T12:00:00Z') };
let database: TestDatabase;
let fake: FakeImageServer;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), MIGRATIONS);
  fake = await startFakeImageServer({ key: KEY });
});
afterAll(async () => {
  await fake.close();
  await database.close();
});
beforeEach(() => fake.reset());

/** Runs `bakkum admin images`; a refused command returns its message. */
function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  options: AdminOptions = {},
): Promise<string> {
  const settings = readSettings(environment);
  return imagesCommand({ settings, database, clock, args, options }).catch((error: Error) => `exit 1\n${error.message}`);
}

const lineOf = (text: string, key: string): string | undefined => text.split('\n').find((line) => line.startsWith(`${key}\t`));

describe('images check', () => {
  it('says that nothing is configured', async () => {
    expect(await run(['check'])).toBe('No image service is configured. Free designs need none.');
  });

  it('tries every service once, and draws only where nothing else shows whether the key works', async () => {
    const text = await run(['check'], settingsFor(fake.url, KEY));
    expect(text.split('\n').filter((line) => !line.includes('\tworks\t'))).toEqual([]);
    expect(lineOf(text, 'bfl/flux-2-pro')).toBe('bfl/flux-2-pro\tworks\taccepts the key, balance 1000');
    expect(lineOf(text, 'openai/gpt-image-2.5-flare')).toContain('accepts the key');
    expect(lineOf(text, 'ideogram/ideogram-v3-turbo')).toContain(
      'drew an image, which Ideogram may charge: it has no free check of keys',
    );
    const drawn = fake.jobs.map(({ service }) => service).toSorted();
    expect(drawn).toEqual([
      ...['automatic1111', 'comfyui', 'fal', 'huggingface', 'ideogram', 'prompt-address', 'stable-diffusion-cpp'],
    ]);
  });

  it('says what a service answered and what to do, without the key', async () => {
    const text = await run(['check'], { ...settingsFor(fake.url, 'another-secret'), IMAGE_OPENAI_BASE: 'http://127.0.0.1:9' });
    expect(text).toMatch(/^exit 1\n/);
    expect(lineOf(text, 'stability/core')).toBe(
      'stability/core\tauth: status 401\tCheck IMAGE_STABILITY_KEY: Stability AI does not accept it.',
    );
    expect(lineOf(text, 'openai/gpt-image-2.5-flare')).toMatch(/unavailable: .*\tCheck IMAGE_OPENAI_BASE, the network/);
    expect(text).not.toContain('another-secret');
  });

  it('tries the services that translate and check prompts', async () => {
    const given = { IMAGE_CHAT_BASE: `${fake.url}/openai`, IMAGE_CHAT_KEY: KEY, IMAGE_CHAT_MODEL: 'gpt-image-2' };
    const check = { IMAGE_MODERATION_BASE: `${fake.url}/openai`, IMAGE_MODERATION_KEY: 'another-secret' };
    expect((await run(['check'], { ...given, ...check })).split('\n')).toEqual([
      'exit 1',
      'No image service is configured. Free designs need none.',
      'chat gpt-image-2\tworks\taccepts the key',
      'moderation omni-moderation-latest\tauth: status 401\tCheck IMAGE_MODERATION_BASE, IMAGE_MODERATION_KEY and IMAGE_MODERATION_MODEL.',
    ]);
    expect(await run(['check'], { ...check, IMAGE_MODERATION_KEY: KEY })).toContain('\tworks\tchecked a prompt');
  });

  it('names the setting of the model where the account has no such model', async () => {
    const given = { ...settingsFor(fake.url, KEY), IMAGE_OPENAI_MODEL: 'dall-e-9', IMAGE_MODELS: 'openai' };
    expect(lineOf(await run(['check'], given), 'openai/dall-e-9')).toBe(
      'openai/dall-e-9\tunsupported: the account has no such model\tChoose another model with IMAGE_OPENAI_MODEL, or ask OpenAI for access to this one.',
    );
  });

  it('reports a used-up balance of a service that draws', async () => {
    fake.faults.add('ideogram', { kind: 'no-balance' });
    const text = await run(['check'], settingsFor(fake.url, KEY));
    expect(lineOf(text, 'ideogram/ideogram-v3-turbo')).toBe(
      'ideogram/ideogram-v3-turbo\tquota: status 402\tAdd credit at Ideogram, or raise its spending limit.',
    );
  });
});

describe('images setup', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-setup-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const at = (...services: string[]): AdminOptions => ({ address: services.map((id) => `${fake.url}/${id}`) });
  const checked = { IMAGE_CHAT_MODEL: 'gpt-image-2', IMAGE_CHAT_KEY: KEY };

  it('names models and samplers, draws with the first program and prints its settings', async () => {
    const text = await run(['setup'], checked, at('comfyui'));
    const lines = text.split('\n');
    expect(lines.slice(0, 5)).toEqual([
      `Stable Diffusion web UI\t${fake.url}/comfyui\tnot found: status 404`,
      `ComfyUI\t${fake.url}/comfyui\tfound`,
      'models\tdreamshaper_8.safetensors, sd_xl_base_1.0.safetensors',
      'samplers\teuler, dpmpp_2m',
      `stable-diffusion.cpp\t${fake.url}/comfyui\tnot found: status 404`,
    ]);
    expect(text).toMatch(/\nComfyUI drew a test image in [\d.]+ s \(\d+ bytes; --out FILE saves it\)\.\n/);
    expect(lines.slice(-2)).toEqual(['Set these variables, then restart the server:', `IMAGE_COMFYUI_BASE=${fake.url}/comfyui`]);
    expect(fake.jobs.map(({ service }) => service)).toEqual(['comfyui']);
  });

  it('prints what the program lacks: a sampler, a place among the models, and a check of prompts', async () => {
    const given = { IMAGE_AUTOMATIC1111_SAMPLER: 'Gone', IMAGE_STABILITY_KEY: KEY, IMAGE_MODELS: 'stability/core' };
    expect((await run(['setup'], given, at('automatic1111'))).split('\n').slice(-5)).toEqual([
      'Set these variables, then restart the server:',
      `IMAGE_AUTOMATIC1111_BASE=${fake.url}/automatic1111`,
      "IMAGE_AUTOMATIC1111_SAMPLER='DPM++ 2M'",
      'IMAGE_MODELS=stability/core,automatic1111',
      'Stable Diffusion web UI doesn’t check prompts or images. Also set IMAGE_MODERATION_KEY or IMAGE_CHAT_MODEL.',
    ]);
  });

  it('says that the settings are complete, and mistakes no program for another', async () => {
    const given = { ...checked, IMAGE_STABLE_DIFFUSION_CPP_BASE: `${fake.url}/stable-diffusion-cpp` };
    const text = await run(['setup'], given, at('stable-diffusion-cpp'));
    // It imitates the API of the web UI.
    expect(lineOf(text, 'Stable Diffusion web UI')).toContain('not found');
    expect(text).toMatch(/models\tflux-2-klein-4b-Q8_0.gguf\n[\s\S]*\nThe settings for stable-diffusion.cpp are complete\.$/);
  });

  it('saves the image, never over another file, and draws nothing before', async () => {
    const file = path.join(folder, 'test.png');
    expect(await run(['setup'], {}, { ...at('comfyui'), out: file })).toContain(`(${file})`);
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
    writeFileSync(file, 'mine');
    fake.reset();
    expect(await run(['setup'], {}, { ...at('comfyui'), out: file })).toBe(`exit 1\n${file} exists. Name another file.`);
    expect([readFileSync(file, 'utf8'), fake.calls]).toEqual(['mine', []]);
  });

  it('goes to the next program if the first draws nothing', async () => {
    fake.faults.add('automatic1111', { kind: 'status', status: 500 });
    const text = await run(['setup'], checked, at('automatic1111', 'stable-diffusion-cpp'));
    expect(text).toContain('Stable Diffusion web UI drew nothing: unavailable, status 500. Check IMAGE_AUTOMATIC1111_BASE');
    expect(text).toMatch(/IMAGE_STABLE_DIFFUSION_CPP_BASE=\S+$/);
  });

  it('fails with the next step where no program is found or draws', async () => {
    const closed = await startFakeImageServer();
    await closed.close();
    const nothing = await run(['setup'], {}, { address: [closed.url] });
    expect(nothing).toContain(`exit 1\nStable Diffusion web UI\t${closed.url}\tnot found: network ECONNREFUSED\n`);
    expect(nothing).toContain('\nNo image program was found. Start one, or pass its address with --address.\n');
    expect(nothing).toContain('\nStable Diffusion web UI\tStart it with --api.\n');
    fake.faults.add('comfyui', { kind: 'failed' });
    const failed = await run(['setup'], {}, at('comfyui'));
    expect(failed).toMatch(
      /^exit 1\n[\s\S]*\nComfyUI drew nothing: failed, the graph failed\. See the log of ComfyUI for the reason\./,
    );
    expect(failed).not.toContain('IMAGE_COMFYUI_BASE=');
  });

  it('knows where every local program listens on this machine', async () => {
    const local = IMAGE_PROVIDERS.filter((manifest) => manifest.place === 'local');
    expect(local.map(({ id }) => id)).toEqual(['automatic1111', 'comfyui', 'stable-diffusion-cpp']);
    for (const { id, local: program } of local) {
      expect(program?.addresses.every((address) => new URL(address).hostname === '127.0.0.1')).toBe(true);
      expect(await IMAGE_PROVIDER_LOADERS[id]?.()).toHaveProperty('inspect');
    }
  });
});

describe('images', () => {
  it('says what live previews cost', async () => {
    const given = { ...settingsFor(fake.url, KEY), IMAGE_MODELS: 'openai/gpt-image-1,comfyui,recraft' };
    const section = (text: string): string | undefined => /Live previews\n([\s\S]*?)\n\n/.exec(text)?.[1];
    expect(section(await run([], given))?.split('\n')).toEqual([
      'model\tfor each image\tcost in USD at most',
      'openai/gpt-image-1\t2\t0.0080',
      'comfyui\tsteps\t0.00',
    ]);
    expect(section(await run([], { ...given, IMAGE_OPENAI_PARTIAL_IMAGES: '0' }))).not.toContain('openai');
    expect(section(await run([], { ...given, IMAGE_MODERATION_KEY: KEY }))).toContain('off\tbecause images are checked');
    expect(section(await run([], {}))).toBe('none');
  });

  beforeAll(async () => {
    await database.query(
      `insert into studio.batches (id, user_id, idempotency_key, request_hash, changed_at, created_at, expires_at, prompt, style, aspect_ratio,
         resolution, count, seed, price, held, spent, state, ended_at)
       select gen_random_uuid(), 'user', n::text, '', $1, $1, $1, 'a fox', 'none', '1:1', '1024x1024', 1, 1, 2, 2, 2, 'done', $1
       from generate_series(1, 4) n`,
      [clock.now()],
    );
    await database.query(
      `insert into studio.slots (id, batch_id, index, seed, state, ended_at) select gen_random_uuid(), id, 0, 1, 'done', created_at from studio.batches`,
    );
    await database.query(
      `insert into studio.files (key, bytes, media_type, width, height, written_at) values ('k', 1, 'image/png', 1, 1, now())`,
    );
    // One order fails at Stability, twice, and is then drawn by FLUX.2 like the others; the last one is refused.
    await database.query(
      `insert into studio.attempts (slot_id, provider, model, state, fault, at, ended_at)
       select s.id, a.provider, a.model, a.state, a.fault, $1, $1
       from studio.slots s join studio.batches b on b.id = s.batch_id,
         (values ('1', 'stability', 'core', 'failed', 'rate-limited'), ('1', 'bfl', 'flux-2-pro', 'done', null), ('2', 'stability', 'core', 'failed', 'quota'),
            ('2', 'bfl', 'flux-2-pro', 'done', null), ('3', 'bfl', 'flux-2-pro', 'done', null), ('4', 'bfl', 'flux-2-pro', 'failed', 'refused')) a (key, provider, model, state, fault)
       where b.idempotency_key = a.key`,
      [new Date(clock.now().getTime() - 1000)],
    );
    await database.query(
      `insert into studio.images (id, slot_id, batch_id, user_id, file_key, root_id, made_at, final_prompt, provider, model, design, mark, credits,
         processing_ms)
       select gen_random_uuid(), s.id, s.batch_id, 'user', 'k', gen_random_uuid(), $1, 'a fox', 'bfl', 'flux-2-pro', false, 'ai', 2, 1
       from studio.slots s join studio.batches b on b.id = s.batch_id where b.idempotency_key <> '4'`,
      [clock.now()],
    );
    await database.query(
      `insert into studio.reports (user_id, image_id, reason, created_at) select 'user', id, 'harmful', $1 from studio.images limit 1`,
      [clock.now()],
    );
    const categories = [['violence'], ['violence', 'weapon']];
    for (const found of categories)
      await database.query(`insert into studio.refusals (user_id, stage, categories, at) values ('user', 'words', $1, $2)`, [
        found,
        new Date(clock.now().getTime() - 1000),
      ]);
  });

  it('counts attempts, images, faults, credits and reports of each model, and knows what they cost', async () => {
    const text = await run([]);
    expect(lineOf(text, 'bfl/flux-2-pro')).toBe('bfl/flux-2-pro\t4\t3\t1\t0\t0.09\t6\t1');
    expect(lineOf(text, 'stability/core')).toBe('stability/core\t2\t0\t0\t1 quota, 1 rate-limited\t0.00\t0\t0');
    expect(text).toContain('Refused content\ncheck\tcategory\ttimes\nwords\tviolence\t2\nwords\tweapon\t1');
  });

  it('prefers the costs that the operator states, and lists enabled models that nobody used', async () => {
    const text = await run([], { IMAGE_COSTS_USD: 'bfl=0.05', IMAGE_COMFYUI_BASE: 'http://127.0.0.1:9' });
    expect(lineOf(text, 'bfl/flux-2-pro')).toContain('\t0.15\t');
    expect(lineOf(text, 'comfyui')).toBe('comfyui\t0\t0\t0\t0\t0.00\t0\t0');
  });

  it('knows the price of edits where the service has another for them', async () => {
    await database.query(
      `insert into studio.batches (id, user_id, idempotency_key, request_hash, changed_at, created_at, expires_at, prompt, style, aspect_ratio,
         resolution, count, seed, price, held, spent, state, ended_at, parent_id, instructions, mode)
       select gen_random_uuid(), 'user', '5', '', $1, $1, $1, 'a fox', 'none', '1:1', '1024x1024', 1, 1, 2, 2, 2, 'done', $1, id, 'at night', 'edit'
       from studio.images limit 1`,
      [clock.now()],
    );
    await database.query(
      `insert into studio.slots (id, batch_id, index, seed, state, ended_at)
       select gen_random_uuid(), id, 0, 1, 'done', created_at from studio.batches where idempotency_key = '5'`,
    );
    // Two new images and two edits.
    await database.query(
      `insert into studio.attempts (slot_id, provider, model, state, at, ended_at)
       select s.id, 'fal', 'fal-ai/flux/dev', 'done', $1, $1 from studio.slots s join studio.batches b on b.id = s.batch_id, generate_series(1, 2)
       where b.idempotency_key in ('4', '5')`,
      [new Date(clock.now().getTime() - 1000)],
    );
    expect(lineOf(await run([]), 'fal/fal-ai/flux/dev')).toContain('\t4\t4\t0\t0\t0.11\t');
    expect(lineOf(await run([], { IMAGE_COSTS_USD: 'fal=0.05' }), 'fal/fal-ai/flux/dev')).toContain('\t0.20\t');
  });
});

describe('images reports', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 11, 24, 11, minute));
  const ids: string[] = [];

  beforeAll(async () => {
    await database.query('delete from studio.reports');
    const [user] = await database.query(
      "insert into accounts.users (name, email, first_name, last_name, locale) values ('Mina Kim', 'mina@example.com', 'Mina', 'Kim', 'ko') returning id::text",
    );
    const rows = await database.query(
      `insert into studio.reports (user_id, image_id, prompt, reason, note, created_at) values
         ($1, (select id from studio.images limit 1), null, 'sexual', E'look\\n99\\tforged\\x1b[2J\\u202e', $2), ($1, null, '눈 속의 여우', 'wrongly-refused', null, $3),
         ($1, gen_random_uuid(), null, 'hateful', null, $4) returning id`,
      [user?.['id'], at(1), at(2), at(3)],
    );
    ids.push(...rows.map(({ id }) => String(id)));
  });

  it('lists open reports, oldest first', async () => {
    const [image = '', prompt = '', deleted = ''] = ids;
    expect((await run(['reports'])).split('\n')).toEqual([
      `${image}\t2026-12-24T11:01:00.000Z\tsexual\tbfl/flux-2-pro\ta fox`,
      `${prompt}\t2026-12-24T11:02:00.000Z\twrongly-refused\trefused prompt\t눈 속의 여우`,
      `${deleted}\t2026-12-24T11:03:00.000Z\thateful\tdeleted image\t`,
    ]);
  });

  it('shows a report with its account, on lines of its own', async () => {
    const text = await run(['reports', ids[0] ?? '']);
    expect(text).toContain('state\topen\naccount\tmina@example.com\nreason\tsexual\nabout\tbfl/flux-2-pro\nprompt\ta fox');
    expect(text).toMatch(/note\tlook 99 forged\uFFFD\[2J\uFFFD$/);
  });

  it('saves the reported image to a new file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-reports-'));
    const [id] = ids;
    await createDiskStore(path.join(folder, 'files')).put('k', new Uint8Array([1, 2, 3]), 3);
    const file = path.join(folder, 'reported.png');
    expect(await run(['reports', id ?? '', file], { DATA_DIR: folder })).toContain(`image\t${file}`);
    expect([...readFileSync(file)]).toEqual([1, 2, 3]);
    expect(await run(['reports', id ?? '', file], { DATA_DIR: folder })).toContain('cannot be written: EEXIST');
    expect(await run(['reports', ids[1] ?? '', `${file}.2`], { DATA_DIR: folder })).toContain('no stored image');
    rmSync(folder, { recursive: true });
  });

  it('closes a report once', async () => {
    const [, id = ''] = ids;
    expect(await run(['reports', 'close', id])).toBe(`Report ${id} is closed.`);
    expect(await run(['reports', 'close', id])).toBe(`exit 1\nReport ${id} is closed already.`);
    expect(await run(['reports'])).not.toContain('눈 속의 여우');
    expect(await run(['reports', 'close', '999999'])).toBe('exit 1\nThere is no report 999999.');
    expect(await run(['reports', 'x'])).toBe('exit 1\nThere is no report x.');
  });

  it('says that the inbox is empty', async () => {
    for (const id of ids) await run(['reports', 'close', id]);
    expect(await run(['reports'])).toBe('No open reports.');
  });
});
