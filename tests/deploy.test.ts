/** Compares deploy/ with the program: settings, ports, health check paths, and stop timeouts. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readSettings } from '../apps/server/config/settings.ts';
import { healthRoutes } from '../apps/server/observability/health.ts';
import { OUTBOUND_PORTS } from '../packages/platform/outbound/outbound.ts';
import { SERVER_FLAGS } from '../scripts/server-flags.mjs';
import { hasProgram } from './native.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const DEPLOY = path.join(ROOT, 'deploy');
const read = (name: string): string => readFileSync(path.join(DEPLOY, name), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Names of settings the program validates. */
const KNOWN = new Set(
  ['settings.ts', 'conversion-settings.ts', 'public-settings.ts'].flatMap((file) => {
    const source = readFileSync(path.join(ROOT, 'apps/server/config', file), 'utf8');
    return [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name);
  }),
);
/** Read by Node and React rather than by us. */
const OF_NODE = new Set(['NODE_ENV']);
const unknown = (names: Iterable<string>): readonly string[] =>
  [...names].filter((name) => !KNOWN.has(name) && !OF_NODE.has(name));
/** Settings a container or unit leaves to its operator. */
const GIVEN = {
  DATABASE_URL: 'postgres://bakkum:x@db.internal/bakkum',
  SITE_SECRET: 's'.repeat(40),
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  SMTP_URL: 'smtps://bakkum:x@mail.example.com:465',
  METRICS_TOKEN: 'a token of the operator',
};

const texts = z.record(z.string(), z.coerce.string());
const service = z.object({
  environment: texts.optional(),
  ports: z.array(z.string()).optional(),
  scale: z.number().optional(),
  stop_grace_period: z.string().optional(),
  security_opt: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
});
const compose = z.object({ services: z.record(z.string(), service) }).parse(parse(read('compose.yaml'), { merge: true }));

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const deployment = z.object({
  kind: z.literal('Deployment'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: z.object({ matchLabels: texts }),
    template: z.object({
      metadata: z.object({ labels: texts }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.object({
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            startupProbe: probe,
            readinessProbe: probe,
            livenessProbe: probe,
          }),
        ]),
      }),
    }),
  }),
});
const anything = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
const documents = parseAllDocuments(read('kubernetes.yaml')).map((document) => {
  expect(document.errors).toEqual([]);
  return anything.parse(document.toJS());
});
const deployments = documents.filter(({ kind }) => kind === 'Deployment').map((document) => deployment.parse(document));
const configMap = z.object({ data: texts }).parse(documents.find(({ kind }) => kind === 'ConfigMap')).data;

/** Longest time to stop in seconds: open requests 10 s, jobs as configured, and 10 s to requeue the rest. */
const secondsToStop = (drainMs: number): number => 10 + drainMs / 1000 + 10;
/** Parses seconds such as `90s`. */
const seconds = (text: string): number => Number(/^(\d+)s?$/.exec(text)?.[1]);

it('knows every documented setting, and documents every known one', () => {
  const documented = readFileSync(path.join(ROOT, '.env.example'), 'utf8');
  expect([...KNOWN].filter((name) => !documented.includes(`\n${name}=`))).toEqual([]);
  expect(KNOWN).toContain('DRAIN_SECONDS');
});

describe('compose.yaml', () => {
  const ours = Object.entries(compose.services).filter(([, { environment }]) => environment?.['DATABASE_URL'] !== undefined);

  it('starts a website, two workers, and the two services they share', () => {
    expect(Object.keys(compose.services).toSorted()).toEqual(['postgres', 'prepare', 'storage', 'web', 'worker']);
    expect([compose.services['worker']?.scale, compose.services['web']?.scale]).toEqual([2, undefined]);
    expect(compose.services['prepare']?.entrypoint).toEqual(['node', 'apps/server/build/admin.js', 'storage', 'make']);
  });

  it.each(ours)('%s has only known settings and enough time to stop', (_, { environment = {}, stop_grace_period: grace }) => {
    expect(unknown(Object.keys(environment))).toEqual([]);
    const filled = Object.entries(environment).map(
      ([name, text]) =>
        [name, text.replaceAll(/\$\{\w+(?::-([^}]*)|:\?[^}]*)\}/g, (_all, preset?: string) => preset ?? 'x'.repeat(40))] as const,
    );
    const settings = readSettings(Object.fromEntries(filled));
    expect(settings.s3).toMatchObject({ bucket: 'bakkum' });
    if (grace !== undefined) expect(seconds(grace)).toBeGreaterThanOrEqual(secondsToStop(settings.drainMs));
  });

  it('publishes the website at its port, and lets workers use sandboxes', () => {
    expect(compose.services['web']?.ports).toEqual([`127.0.0.1:3000:${readSettings({}).port}`]);
    expect(read('Containerfile')).toMatch(new RegExp(`PORT=${readSettings({}).port}[\\s\\S]*EXPOSE ${readSettings({}).port}`));
    expect(compose.services['worker']?.security_opt).toEqual(
      expect.arrayContaining(['seccomp=unconfined', 'systempaths=unconfined']),
    );
    expect(compose.services['web']?.security_opt).not.toContain('seccomp=unconfined');
  });
});

describe('kubernetes.yaml', () => {
  const health = healthRoutes({
    settings: { mode: 'production' },
    backend: { readiness: () => Promise.resolve({ ready: true, problems: [] }) } as never,
    requests: undefined as never,
  });

  it.each(deployments.map((one) => [one.metadata.name, one] as const))(
    '%s has consistent settings, probes, ports and timeouts',
    async (_, { spec }) => {
      const [container] = spec.template.spec.containers;
      const own = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
      expect(unknown([...Object.keys(own), ...Object.keys(configMap)])).toEqual([]);
      const settings = readSettings({ ...GIVEN, ...configMap, ...own });
      expect(container.ports).toEqual([{ name: 'http', containerPort: settings.port }]);
      for (const { httpGet } of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
        expect(httpGet.port).toBe('http');
        expect((await health.request(httpGet.path)).status).toBe(200);
      }
      expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(secondsToStop(settings.drainMs));
    },
  );

  it('refers only to existing resources', () => {
    const targets = z.object({ spec: z.object({ scaleTargetRef: z.object({ name: z.string() }) }) });
    const scaled = documents
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map((one) => targets.parse(one).spec.scaleTargetRef.name);
    expect(scaled.toSorted()).toEqual(deployments.map(({ metadata }) => metadata.name).toSorted());
    const selectors = z.object({ spec: z.object({ selector: z.object({ matchLabels: texts }) }) });
    const budgets = documents
      .filter(({ kind }) => kind === 'PodDisruptionBudget')
      .map((one) => selectors.parse(one).spec.selector.matchLabels);
    expect(budgets).toEqual(deployments.map(({ spec }) => spec.selector.matchLabels));
    const target = z.object({ spec: z.object({ selector: texts, ports: z.array(z.object({ targetPort: z.string() })) }) });
    const { spec } = target.parse(documents.find(({ kind }) => kind === 'Service'));
    expect([spec.selector, spec.ports[0]?.targetPort]).toEqual([{ app: 'bakkum', role: 'web' }, 'http']);
  });

  it('allows the outgoing connections of the program', () => {
    const rule = z.object({ ports: z.array(z.object({ port: z.number() })) });
    const policy = z.object({ spec: z.object({ egress: z.array(rule) }) });
    const { spec } = policy.parse(documents.find(({ kind }) => kind === 'NetworkPolicy'));
    const open = spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port));
    expect([...OUTBOUND_PORTS].filter((port) => !open.includes(port))).toEqual([]);
  });
});

describe('systemd', () => {
  const units = readdirSync(path.join(DEPLOY, 'systemd')).filter((name) => name.endsWith('.service'));
  const valuesOf = (unit: string, key: string): readonly string[] =>
    [...read(`systemd/${unit}`).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const example = Object.fromEntries(
    [...read('systemd/settings.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );

  it.each(units)('%s has only known settings and enough time to stop', (unit) => {
    const own = valuesOf(unit, 'Environment')
      .flatMap((line) => line.split(' '))
      .map((part) => part.split('=', 2));
    const environment: Record<string, string> = { ...example, ...Object.fromEntries(own) };
    expect(unknown(Object.keys(environment))).toEqual([]);
    const settings = readSettings({ ...environment, ...GIVEN });
    expect(settings.role).toBe(unit.includes('worker') ? 'worker' : 'web');
    expect(Number(valuesOf(unit, 'TimeoutStopSec')[0])).toBeGreaterThanOrEqual(secondsToStop(settings.drainMs));
  });

  it('gives bubblewrap the permissions it needs in worker units only', () => {
    const [worker, web] = ['bakkum-worker@.service', 'bakkum-web.service'];
    const against = [
      'RestrictNamespaces',
      'ProtectProc',
      'ProtectKernelTunables',
      'ProtectKernelLogs',
      'ProtectHostname',
      'PrivateUsers',
    ];
    expect(against.filter((key) => valuesOf(worker, key).length > 0)).toEqual([]);
    expect(against.filter((key) => valuesOf(web, key).length === 0)).toEqual([]);
    expect(valuesOf(worker, 'SystemCallFilter')[0]?.split(' ')).toEqual(expect.arrayContaining(['@mount', 'sethostname']));
    // The worker, not systemd, ends its conversion processes.
    expect(valuesOf(worker, 'KillMode')).toEqual(['mixed']);
  });

  it.runIf(hasProgram('systemd-analyze'))('passes the check of systemd', () => {
    for (const unit of units) {
      // The program has another path here.
      const text = read(`systemd/${unit}`)
        .replaceAll('/opt/bakkum/node_modules/.bin/node', process.execPath)
        .replaceAll('/opt/bakkum', ROOT);
      writeFileSync(path.join(folder, unit), text);
      const verify = () => execFileSync('systemd-analyze', ['verify', path.join(folder, unit)], { stdio: 'pipe' });
      expect(verify).not.toThrow();
    }
  });
});

describe('flags of Node', () => {
  it.each(['Containerfile', 'systemd/bakkum-web.service', 'systemd/bakkum-worker@.service'])(
    '%s starts the server with them',
    (name) => {
      const [start = ''] = /^(ENTRYPOINT|ExecStart=).*main\.js.*$/m.exec(read(name)) ?? [];
      for (const flag of SERVER_FLAGS) expect(start).toContain(flag);
    },
  );
});
