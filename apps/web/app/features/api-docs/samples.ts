/** Comments in the samples. */
export type SampleNotes = {
  readonly send: string;
  readonly wait: string;
  readonly download: string;
  readonly install: string;
};

export type Sample = { readonly id: string; readonly name: string; readonly code: string };

/**
 * Returns runnable code that converts a file.
 * @param api base URL, without a trailing slash
 */
export function quickStart(api: string, notes: SampleNotes): readonly Sample[] {
  return [
    { id: 'curl', name: 'curl', code: curl(api, notes) },
    { id: 'javascript', name: 'JavaScript', code: javascript(api, notes) },
    { id: 'python', name: 'Python', code: python(api, notes) },
  ];
}

function curl(api: string, { send, wait, download }: SampleNotes): string {
  return `# ${send}
JOB_ID=$(curl -sS ${api}/upload \\
  -H "Authorization: Bearer $BAKKUM_KEY" \\
  -F target_format=png \\
  -F file=@drawing.svg | jq -r .job_id)

# ${wait}
curl -sS "${api}/jobs/$JOB_ID?wait=60" \\
  -H "Authorization: Bearer $BAKKUM_KEY"

# ${download}
curl -sS --fail -o drawing.png ${api}/download/$JOB_ID \\
  -H "Authorization: Bearer $BAKKUM_KEY"`;
}

function javascript(api: string, { send, wait, download }: SampleNotes): string {
  return `import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const api = '${api}';
const headers = { Authorization: \`Bearer \${process.env.BAKKUM_KEY}\` };

async function ask(path, options = {}) {
  const response = await fetch(api + path, { ...options, headers });
  const body = await response.json();
  if (!response.ok) throw new Error(\`\${body.error.code}: \${body.error.message}\`);
  return body;
}

// ${send}
const form = new FormData();
form.set('target_format', 'png');
form.set('file', await openAsBlob('drawing.svg'), 'drawing.svg');
let job = await ask('/upload', { method: 'POST', body: form });

// ${wait}
while (['queued', 'processing'].includes(job.status)) {
  job = await ask(\`/jobs/\${job.job_id}?wait=60\`);
}
if (job.status !== 'completed') throw new Error(job.error?.message ?? job.status);

// ${download}
const result = await fetch(job.download_url, { headers });
await writeFile(job.converted_filename, Buffer.from(await result.arrayBuffer()));`;
}

function python(api: string, { send, wait, download, install }: SampleNotes): string {
  return `# ${install}
import os
import requests

api = "${api}"
session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['BAKKUM_KEY']}"

def ask(method, path, **options):
    response = session.request(method, api + path, **options)
    body = response.json()
    if not response.ok:
        raise RuntimeError(f"{body['error']['code']}: {body['error']['message']}")
    return body

# ${send}
with open("drawing.svg", "rb") as file:
    job = ask("POST", "/upload", data={"target_format": "png"}, files={"file": file})

# ${wait}
while job["status"] in ("queued", "processing"):
    job = ask("GET", f"/jobs/{job['job_id']}", params={"wait": 60})
if job["status"] != "completed":
    raise RuntimeError(job["error"]["message"] if job["error"] else job["status"])

# ${download}
with session.get(job["download_url"], stream=True) as result, open(job["converted_filename"], "wb") as file:
    result.raise_for_status()
    for piece in result.iter_content(1 << 20):
        file.write(piece)`;
}

/**
 * Returns code that verifies a webhook message by the Standard Webhooks scheme.
 * @param note reminder that the raw body is needed
 */
export function signatureChecks(note: string): readonly Sample[] {
  return [
    {
      id: 'javascript',
      name: 'JavaScript',
      code: `import { createHmac, timingSafeEqual } from 'node:crypto';

// ${note}
function isGenuine(headers, body, secret) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return headers['webhook-signature'].split(' ').some((entry) => {
    const [version, given = ''] = entry.split(',');
    const bytes = Buffer.from(given, 'base64');
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}`,
    },
    {
      id: 'python',
      name: 'Python',
      code: `import base64, hashlib, hmac, time

# ${note}
def is_genuine(headers, body, secret):
    id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    return any(hmac.compare_digest(expected, given) for given in headers["webhook-signature"].split(" "))`,
    },
  ];
}
