/** Requests for other users' objects, on every route with an object id. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { describedOperations, type Operation, uuidFields, withField } from './described-calls.ts';
import { apiRoutes, type Route } from './routes.ts';
import { convert, ended, fileForm, type Member, memberOf, post, SVG, type Visitor, visitorOf } from './visitor.ts';

const base = inject('attackedUrl');
const TUS = { 'Tus-Resumable': '1.0.0' };
const PIECE = { ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };

type Kind = (typeof KINDS)[number];
const KINDS = [
  'upload',
  'unfinished',
  'job',
  'share',
  'invitation',
  'delivery',
  'session',
  'key',
  'image',
  'batch',
  'board',
  'preset',
  'payment',
] as const;

/** The kind of object that `:id` names, by the beginning of the path. The longest match counts. */
const OBJECTS: Readonly<Record<string, Kind>> = {
  '/api/v1/uploads/': 'upload',
  '/api/v1/tus/': 'unfinished',
  '/api/v1/jobs/': 'job',
  '/api/v1/download/': 'job',
  '/api/v1/webhooks/deliveries/': 'delivery',
  '/api/v1/cloud/jobs/': 'job',
  '/api/v1/cloud/invitations/': 'invitation',
  '/api/v1/cloud/shared/': 'invitation',
  '/api/account/sessions/': 'session',
  '/api/account/api-keys/': 'key',
  '/api/images/': 'image',
  '/api/images/generations/': 'batch',
  '/api/images/boards/': 'board',
  '/api/images/presets/': 'preset',
  '/api/payments/': 'payment',
};
/** Routes whose parameters name no object, or a link that works for everyone who has it. */
const OPEN = [/^\/api\/v1\/formats\//, /^\/api\/v1\/cloud\/options\//, /^\/api\/v1\/cloud\/shares\//, /^\/api\/images\/shared\//];
/** Fields of bodies that name an object, by route. */
const IN_BODIES: Readonly<Record<string, Kind>> = {
  'v1/jobs upload_id': 'upload',
  'v1/jobs upload_ids': 'upload',
  'images/generations boardId': 'board',
  'images/boards/{id}/add imageIds': 'image',
  'images/boards/{id}/remove imageIds': 'image',
  'images/reports imageId': 'image',
};
/** Lists that need more than one id. */
const MIN_IDS: Readonly<Record<string, number>> = { upload_ids: 2 };
/** Fields that a body needs beside one of these. */
const OTHER_FIELDS: Readonly<Record<string, object>> = { upload_ids: { operation: 'combine' } };
/** Ids that browsers choose for themselves. */
const OWN_IDS = ['analytics session_id', 'ratings reader'];
const ABSENT = new Set([401, 403, 404]);

let owner: Member;
let stranger: Member;
let objects: Readonly<Record<Kind, string>>;
let operations: readonly Operation[];

const read = async (visitor: Visitor, path: string): Promise<unknown> => (await visitor.send(path)).json();
const idIn = (value: unknown, ...path: readonly string[]): string =>
  z.string().parse(path.reduce<unknown>((part, name) => Object(part)[name], value));

async function conversionsOf(member: Member, friend: Member) {
  const upload = idIn(await (await member.send('v1/uploads', post(fileForm(SVG, 'a.svg')))).json(), 'upload_id');
  const begun = await member.send('v1/tus', post(undefined, { ...TUS, 'Upload-Length': '10' }));
  const order = fileForm(SVG, 'a.svg', { target_format: 'png', webhook_url: 'https://hook.invalid/' });
  const job = idIn(await (await member.send('v1/upload', post(order))).json(), 'job_id');
  await ended(member, job);
  const share = idIn(await (await member.send(`v1/cloud/jobs/${job}/share`, post(undefined))).json(), 'share_id');
  const invited = await member.send(`v1/cloud/jobs/${job}/invitations`, post({ addresses: [friend.email] }));
  return {
    upload,
    unfinished: begun.headers.get('Location')?.split('/').at(-1) ?? '',
    job,
    share,
    invitation: idIn(await invited.json(), 'invitations', '0', 'invitation_id'),
    delivery: idIn(await read(member, 'v1/webhooks/deliveries'), 'deliveries', '0', 'delivery_id'),
  };
}

async function studioOf(member: Member) {
  const bodyOf = (path: string) => operations.find((each) => each.method === 'POST' && each.path === path)?.body;
  const generation = { ...Object(bodyOf('images/generations')), prompt: 'a red barn' };
  const answer = await member.send('images/generations', post(generation, { 'Idempotency-Key': randomUUID() }));
  const batch = idIn(await answer.json(), 'batch', 'id');
  await expect.poll(async () => Object(await read(member, `images/generations/${batch}`)).batch.endedAt).toBeTypeOf('string');
  return {
    batch,
    image: idIn(await read(member, 'images'), 'images', '0', 'id'),
    board: idIn(await (await member.send('images/boards', post({ name: 'mine' }))).json(), 'board', 'id'),
    preset: idIn(await (await member.send('images/presets', post(bodyOf('images/presets')))).json(), 'preset', 'id'),
  };
}

async function objectsOf(member: Member, friend: Member): Promise<Readonly<Record<Kind, string>>> {
  return {
    ...(await conversionsOf(member, friend)),
    ...(await studioOf(member)),
    session: idIn(await read(member, 'account/sessions'), 'sessions', '0', 'id'),
    key: idIn(await (await member.send('account/api-keys', post({ name: 'k', scopes: ['convert:read'] }))).json(), 'key', 'id'),
    payment: idIn(
      await (await member.send('payments', post({ product: 'monthly', start: 'now', amount: '20.00', locale: 'en' }))).json(),
      'paymentId',
    ),
  };
}

/** The owner's view of each object. */
async function seenByOwner(): Promise<Readonly<Record<string, boolean>>> {
  const lists = {
    upload: `v1/uploads/${objects.upload}`,
    job: 'v1/jobs?limit=100',
    share: 'v1/cloud/shares',
    invitation: 'v1/cloud/invitations',
    delivery: 'v1/webhooks/deliveries',
    session: 'account/sessions',
    key: 'account/api-keys',
    image: 'images',
    batch: 'images/generations',
    board: 'images/boards',
    preset: 'images/presets',
    payment: `payments/${objects.payment}`,
  } as const satisfies Partial<Record<Kind, string>>;
  const seen = Object.entries(lists).map(async ([kind, path]) => {
    const text = await (await owner.send(path)).text();
    return [kind, Object.entries(objects).some(([each, id]) => each === kind && text.includes(id))] as const;
  });
  const unfinished = await owner.send(`v1/tus/${objects.unfinished}`, { method: 'HEAD', headers: TUS });
  return { ...Object.fromEntries(await Promise.all(seen)), unfinished: unfinished.headers.get('Upload-Offset') === '0' };
}

/** Lists, exports and filters of the API that could contain an object. */
function listPaths(): readonly string[] {
  return [
    'v1/jobs',
    'v1/cloud/shares',
    'v1/cloud/invitations',
    'v1/cloud/shared',
    `v1/webhooks/deliveries?job_id=${objects.job}`,
    'account/sessions',
    'account/api-keys',
    'account/export',
    `images?board=${objects.board}`,
    'images/generations',
    'images/boards',
    'images/presets',
    'payments',
  ];
}

function kindOf(path: string): Kind | undefined {
  const starts = Object.keys(OBJECTS).filter((start) => path.startsWith(`${start}:`));
  return OBJECTS[starts.toSorted((one, other) => other.length - one.length)[0] ?? ''];
}

/** Sends a valid request for an object. */
async function trespass(visitor: Visitor, { method, path }: Route, id: string): Promise<number> {
  const described = path.replace('/api/', '').replace(':id', '{id}');
  const operation = operations.find((each) => each.method === method && each.path === described);
  const isPiece = path.includes('/tus/') && method !== 'GET';
  const body = isPiece ? 'x' : (operation?.body ?? { addresses: ['friend@example.com'] });
  const headers = { 'Idempotency-Key': randomUUID(), ...(path.includes('/tus/') && PIECE) };
  const sending = { method, headers, ...(method !== 'GET' && { body }) };
  const address = path.replace('/api/', '').replace(':id', id).replace(':index', '0');
  return (await visitor.send(address, sending)).status;
}

beforeAll(async () => {
  operations = await describedOperations(base);
});

describe('an object', () => {
  it('of every kind is known to its owner', async () => {
    owner = await memberOf(base);
    stranger = await memberOf(base);
    objects = await objectsOf(owner, await memberOf(base));
    expect(Object.entries(await seenByOwner()).filter(([, isSeen]) => !isSeen)).toEqual([]);
  });

  it('is named by every route with a parameter', async () => {
    const named = (await apiRoutes()).filter(({ path }) => path.includes(':'));
    expect(named.filter(({ path }) => !OPEN.some((open) => open.test(path)) && kindOf(path) === undefined)).toEqual([]);
    expect(named.length).toBeGreaterThan(35);
  });

  it('does not exist for a stranger, on any route: the answer is that for an unknown id', async () => {
    const routes = (await apiRoutes()).filter(({ method, path }) => method !== 'OPTIONS' && kindOf(path) !== undefined);
    expect(routes.length).toBeGreaterThan(35);
    const wrong: string[] = [];
    for (const visitor of [stranger, visitorOf(base)]) {
      for (const route of routes) {
        const statuses = [];
        for (const id of [objects[kindOf(route.path) ?? 'job'], randomUUID()]) statuses.push(await trespass(visitor, route, id));
        if (statuses[0] !== statuses[1] || (statuses[0] ?? 0) < 400)
          wrong.push(`${route.method} ${route.path}: ${statuses.join()}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is named by every id in a body', () => {
    const found = operations.flatMap(({ path, whole }) => uuidFields(whole).map(([name]) => `${path} ${String(name)}`));
    expect(new Set(found)).toEqual(new Set([...Object.keys(IN_BODIES), ...OWN_IDS]));
  });

  it('cannot be used by a stranger through an id in a body', async () => {
    const board = idIn(await (await stranger.send('images/boards', post({ name: 'theirs' }))).json(), 'board', 'id');
    for (const [route, kind] of Object.entries(IN_BODIES)) {
      const [path = '', name = ''] = route.split(' ');
      const operation = operations.find((each) => each.method === 'POST' && each.path === path);
      const field = uuidFields(operation?.whole).find(([first]) => first === name) ?? [];
      const changed: unknown = Object(withField(operation?.whole, field, () => objects[kind]))[name];
      const foreign = MIN_IDS[name] === undefined ? changed : Array.from({ length: MIN_IDS[name] }, () => objects[kind]);
      const body = { ...Object(operation?.body), prompt: 'a red barn', ...OTHER_FIELDS[name], [name]: foreign };
      const answer = await stranger.send(path.replace('{id}', board), post(body, { 'Idempotency-Key': randomUUID() }));
      const text = await answer.text();
      // Adding foreign images to an own board succeeds, without them.
      expect([route, ABSENT.has(answer.status) || text.includes('"images":0')]).toEqual([route, true]);
    }
    const order = randomUUID();
    expect(ABSENT.has((await stranger.send('payments/return', post({ order }))).status)).toBe(true);
  });

  it('appears in no list, filter or stream of a stranger', async () => {
    const paths = listPaths();
    const texts = await Promise.all(paths.map(async (path) => (await stranger.send(path)).text()));
    const ids = Object.values(objects);
    expect(paths.filter((_, index) => ids.some((id) => texts[index]?.includes(id)))).toEqual([]);
  });

  it('is unchanged after all attempts', async () => {
    expect(Object.entries(await seenByOwner()).filter(([, isSeen]) => !isSeen)).toEqual([]);
  });
});

it('a result of a visitor without an account belongs to the cookie, not to the address', async () => {
  const first = visitorOf(base);
  const job = await convert(first, SVG, 'a.svg', 'png');
  const neighbour = visitorOf(base, first.address);
  await convert(neighbour, SVG, 'b.svg', 'png');
  expect((await first.send(`v1/jobs/${job?.job_id ?? ''}`)).status).toBe(200);
  expect((await neighbour.send(`v1/jobs/${job?.job_id ?? ''}`)).status).toBe(404);
});
