/** Runs the Python client and the collection as developers do, against a real server. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { Validator } from '@cfworker/json-schema';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { startConvertingServer, type TestServer } from '../apps/server/test-server.ts';
import { findProgram } from '../scripts/programs.mjs';

const INTEGRATIONS = path.resolve(import.meta.dirname, '../packages/api/integrations');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#0a7"/></svg>';
const PNG = Buffer.from('\x89PNG', 'latin1');
const python = findProgram(['python3']);

let server: TestServer;
let folder: string;
let key: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bakkum-integrations-'));
  server = await startConvertingServer(inject('postgresFolder'));
  key = await server.apiKey();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(python === undefined)('the Python client', () => {
  const PYTHON = path.join(INTEGRATIONS, 'python');

  /** Runs a program next to the package and a drawing, and returns what it prints. */
  async function run(code: string, key_ = key): Promise<string> {
    const place = mkdtempSync(path.join(folder, 'python-'));
    cpSync(path.join(PYTHON, 'bakkum'), path.join(place, 'bakkum'), { recursive: true });
    writeFileSync(path.join(place, 'drawing.svg'), SVG);
    writeFileSync(path.join(place, 'program.py'), code);
    const env = { ...process.env, BAKKUM_URL: server.url, BAKKUM_KEY: key_, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' };
    const { stdout } = await promisify(execFile)(python ?? '', ['-W', 'error', 'program.py'], { cwd: place, env });
    const result = path.join(place, 'drawing.png');
    return stdout.includes('drawing.png,')
      ? `${stdout}${readFileSync(result).subarray(0, 4).equals(PNG) ? 'png' : 'no png'}`
      : stdout;
  }

  const BEGIN =
    'import io, os\nfrom bakkum import Bakkum, BakkumError\nclient = Bakkum(os.environ["BAKKUM_URL"], os.environ["BAKKUM_KEY"])\n';

  it('runs the quick start of its README', async () => {
    const [, code = ''] =
      /## Quick start\n\n```python\n([\s\S]*?)```/.exec(readFileSync(path.join(PYTHON, 'README.md'), 'utf8')) ?? [];
    expect(await run(code)).toMatch(/^drawing\.svg → drawing\.png, \d+ bytes\npng$/);
  });

  it('converts a file from memory with options, lists jobs, and deletes them', async () => {
    const printed = await run(`${BEGIN}
job = client.convert(io.BytesIO(open("drawing.svg", "rb").read()), "png", filename="그림 1.svg", options={"width": 20}, tag="python")
print(job["original_filename"], job["status"])
print([found["job_id"] == job["job_id"] for found in client.list_jobs(tag="python", limit=5)["jobs"]])
print(client.get_conversion("svg", "png")["to"], client.get_account()["tier"])
client.delete_job(job["job_id"])
try:
    client.get_job(job["job_id"])
except BakkumError as error:
    print(error.code, error.status)
`);
    expect(printed).toBe('그림 1.svg completed\n[True]\npng free\nNOT_FOUND 404\n');
  });

  it('reports problems by their code', async () => {
    const code = `${BEGIN}
for attempt in (lambda: client.convert("drawing.svg", "mp3"), lambda: client.create_job({"target_format": "png"})):
    try:
        attempt()
    except BakkumError as error:
        print(error.code, error.status)
`;
    expect(await run(code)).toBe('INVALID_FORMAT 400\nINVALID_REQUEST 400\n');
    expect(await run(code, 'bkm_wrong')).toBe('INVALID_API_KEY 401\nINVALID_API_KEY 401\n');
  });

  it('raises the error of the system for a file that cannot be read', async () => {
    const code = `${BEGIN}
try:
    client.convert("none.svg", "png")
except FileNotFoundError as error:
    print(error.filename)
`;
    expect(await run(code)).toBe('none.svg\n');
  });

  it('never follows a redirect with the key', async () => {
    const printed = await run(`
import http.server, threading
from bakkum import Bakkum, BakkumError
asked = []
class Elsewhere(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked.append(self.path)
        self.send_response(302)
        self.send_header("Location", "/elsewhere")
        self.end_headers()
    def log_message(self, *_):
        pass
server = http.server.HTTPServer(("127.0.0.1", 0), Elsewhere)
threading.Thread(target=server.serve_forever, daemon=True).start()
try:
    Bakkum(f"http://127.0.0.1:{server.server_port}", "key", retries=0).get_account()
except BakkumError as error:
    print(error.code, error.status, asked)
server.shutdown()
server.server_close()
`);
    expect(printed).toBe("UNEXPECTED_RESPONSE 302 ['/api/v1/account']\n");
  });

  it('raises the error if it would wait for more than a minute', async () => {
    const printed = await run(`
import http.server, threading
from bakkum import Bakkum, BakkumError
asked = []
class Busy(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked.append(self.path)
        self.send_response(503)
        self.send_header("Retry-After", "61")
        self.end_headers()
        self.wfile.write(b'{"error": {"code": "QUEUE_FULL", "message": "Busy"}}')
    def log_message(self, *_):
        pass
server = http.server.HTTPServer(("127.0.0.1", 0), Busy)
threading.Thread(target=server.serve_forever, daemon=True).start()
try:
    Bakkum(f"http://127.0.0.1:{server.server_port}", "key", retries=1).get_account()
except BakkumError as error:
    print(error.code, error.status, len(asked))
server.shutdown()
server.server_close()
`);
    expect(printed).toBe('QUEUE_FULL 503 1\n');
  });

  it('has types that Python accepts', async () => {
    const printed = await run(`
import typing
import bakkum.api
names = [name for name, found in vars(bakkum.api).items() if typing.is_typeddict(found)]
for name in names:
    typing.get_type_hints(vars(bakkum.api)[name])
print(len(names) > 15, typing.get_type_hints(bakkum.api.Job)["status"])
`);
    expect(printed).toMatch(/^True typing\.Literal\['queued'/);
  });
});

describe('the collection', () => {
  const entry = z.object({
    key: z.string(),
    value: z.string().default(''),
    type: z.string().optional(),
    disabled: z.boolean().default(false),
  });
  const item = z.object({
    name: z.string(),
    request: z.object({
      method: z.string(),
      url: z.object({ raw: z.string() }),
      header: z.array(entry).default([]),
      body: z.object({ mode: z.string(), raw: z.string().default(''), formdata: z.array(entry).default([]) }).optional(),
    }),
    event: z.array(z.object({ script: z.object({ exec: z.array(z.string()) }) })).default([]),
  });
  const collection = z.object({ item: z.array(z.object({ name: z.string(), item: z.array(item) })) });
  const text = readFileSync(path.join(INTEGRATIONS, 'bakkum.postman_collection.json'), 'utf8');

  it('conforms to the published schema of its format', () => {
    const file = path.join(import.meta.dirname, 'api/postman-schema/collection-2.1.0.json');
    const { schema } = JSON.parse(readFileSync(file, 'utf8')) as { schema: object };
    const { errors, valid } = new Validator(schema, '7').validate(JSON.parse(text));
    expect({ valid, errors: errors.slice(0, 3) }).toEqual({ valid: true, errors: [] });
  });

  it('runs from the upload of a file to its result', async () => {
    const items = collection.parse(JSON.parse(text)).item.flatMap((group) => group.item);
    const variables = new Map([
      ['baseUrl', server.url],
      ['apiKey', key],
    ]);
    const filled = (given: string): string => given.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables.get(name) ?? '');

    /** Sends a request as such a program does, and runs its script. */
    async function send(name: string): Promise<Response> {
      const found = items.find((one) => one.name === name);
      if (!found) throw new Error(`the collection has no request "${name}"`);
      const { method, url, header, body } = found.request;
      const form = new FormData();
      for (const field of body?.formdata ?? []) {
        if (field.type === 'file') form.append(field.key, new Blob([SVG]), 'drawing.svg');
        else if (!field.disabled) form.append(field.key, filled(field.value));
      }
      const headers = Object.fromEntries(header.map((one) => [one.key, filled(one.value)]));
      const content = body?.mode === 'formdata' ? form : body && filled(body.raw);
      const response = await fetch(filled(url.raw), {
        method,
        headers: { ...headers, Authorization: `Bearer ${key}` },
        ...(content !== undefined && { body: content }),
      });
      const stored = response.clone();
      const json: unknown = found.event.length > 0 ? await stored.json() : undefined;
      const pm = {
        response: { json: () => json },
        collectionVariables: { set: (name_: string, value: string) => variables.set(name_, value) },
      };
      for (const { script } of found.event) runInNewContext(script.exec.join('\n'), { pm });
      return response;
    }

    const names = items.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect((await send('Upload a file, or have the server download one from a URL')).status).toBe(201);
    expect((await send('Convert an uploaded file, a file at a URL, or several uploaded files into one')).status).toBe(202);
    expect(variables.get('jobId')).toBeDefined();
    const one = items.find(({ request }) => request.method === 'GET' && request.url.raw === '{{baseUrl}}/api/v1/jobs/{{jobId}}');
    await expect.poll(async () => (await (await send(one?.name ?? '')).json()) as object).toMatchObject({ status: 'completed' });
    const result = Buffer.from(await (await send('Download the result of a job')).arrayBuffer());
    expect(result.subarray(0, 4)).toEqual(PNG);
    expect((await send('Upload and convert a file, or several into one')).status).toBe(202);
    for (const name of ['List jobs, newest first', 'List all conversions', 'List the options of a conversion or operation'])
      expect([name, (await send(name)).status]).toEqual([name, 200]);
    expect((await send('Delete a job and its files')).status).toBe(204);
  });
});
