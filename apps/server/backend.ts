import { promisify } from 'node:util';
import type { NodeEnvironment } from './client-address.ts';
import type { Log } from './log.ts';
import { quickenImports } from './quick-imports.ts';
import type { Settings } from './settings.ts';

export type Readiness = {
  readonly ready: boolean;
  /** What keeps it from being ready. */
  readonly problems: readonly string[];
};

/** From request to answer, with what Node's server knows of the request. */
export type Api = {
  fetch(request: Request, environment?: NodeEnvironment['Bindings']): Response | Promise<Response>;
};

/** What stands behind the pages. It opens by itself; pages do not wait for it. */
export type Backend = {
  /** The API, once it is there. Rejects when it cannot be opened. */
  api(): Promise<Api>;
  readiness(): Promise<Readiness>;
  /** Figures of the database and what stands on it; empty while it opens. */
  figures(): Promise<readonly Figure[]>;
  /** Rejects when it could not be opened, with the reason. */
  readonly opened: Promise<void>;
  close(): Promise<void>;
};

const afterTheFirstTurn = promisify(setImmediate);

/** One line of the metrics. */
export type Figure = {
  readonly name: string;
  readonly help: string;
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
};

const AUDIT_MS = 3_600_000;

type Opened = Awaited<ReturnType<typeof open>>;

/** Opens the database, the API and, unless this process only answers requests, does the chores. */
export function startBackend(settings: Settings, log: Log): Backend {
  let state: 'opening' | 'open' | 'failed' | 'closed' = 'opening';
  const opening = open(settings, log);
  opening.then(
    () => {
      state = 'open';
    },
    () => {
      state = 'failed';
    },
  );
  return {
    api: async () => (await opening).api,
    opened: opening.then(() => undefined),
    readiness: async () => (state === 'open' ? readinessOf(await opening) : { ready: false, problems: [state] }),
    figures: async () => (state === 'open' ? figuresOf(await opening) : []),
    close: async () => {
      const opened = await opening.catch(() => undefined);
      state = 'closed';
      await opened?.close();
    },
  };
}

/** Loaded here and not at the top: the first page is there before all this is read. */
async function open(settings: Settings, log: Log) {
  await afterTheFirstTurn();
  quickenImports();
  const [{ openServices, closeServices }, { createApi }, { choresOf, startChores }, { createAudit }] = await Promise.all([
    import('./services.ts'),
    import('./api.ts'),
    import('./chores.ts'),
    import('./audit.ts'),
  ]);
  const services = await openServices(settings, log);
  const audit = createAudit(services.ledger, log);
  const own = settings.role === 'web' ? [] : choresOf(services, log);
  const chores = startChores([...own, { name: 'audit', everyMs: AUDIT_MS, run: audit.run }], log);
  return {
    services,
    audit,
    api: createApi(services, log),
    close: async () => {
      await chores.stop();
      await closeServices(services);
    },
  };
}

async function readinessOf({ services, audit }: Opened): Promise<Readiness> {
  const problems: string[] = [];
  await services.database.query('select 1').catch(() => problems.push('database'));
  const violations = audit.latest();
  if (violations === undefined) problems.push('ledger not read yet');
  else if (violations.length > 0) problems.push('ledger');
  return { ready: problems.length === 0, problems };
}

async function figuresOf({ services, audit }: Opened): Promise<readonly Figure[]> {
  const { mailCounts } = await import('@bakkum/mail/outbox');
  const counts = await mailCounts(services.database);
  return [
    ...Object.entries(counts).map(([state, value]) => ({
      name: 'bakkum_mails',
      help: 'Mails in the outbox',
      value,
      labels: { state },
    })),
    {
      name: 'bakkum_ledger_violations',
      help: 'Contradictions in the ledger when it was last read',
      value: audit.latest()?.length ?? 0,
    },
  ];
}
