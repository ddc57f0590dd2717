/** The Model Context Protocol over HTTP: conversions as jobs of the API, with its keys, scopes and limits. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { JobChanges } from '@bakkum/conversion-jobs/changes';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult, ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import { Context } from 'hono';
import { type ApiApp, noStore } from '../../../http/api-routes.ts';
import { createFileSlots } from '../../../http/files/file-slots.ts';
import type { ConcurrencyLimits } from '../../../http/requests/concurrency-limiter.ts';
import { defaultLimits, limits, MAX_BODY_BYTES } from '../../../http/route-limits.ts';
import type { Log } from '../../../observability/log.ts';
import type { Services } from '../../../services.ts';
import type { ApiContext, Authentication } from '../authentication.ts';
import { createApiRoutes } from '../documented.ts';
import { ApiProblem } from '../problem.ts';
import { answering } from './answers.ts';
import { createSessions } from './sessions.ts';
import {
  type Call,
  combineInput,
  combineTool,
  convertInput,
  convertTool,
  detectInput,
  detectOutput,
  detectTool,
  formatsTool,
  jobInput,
  jobOutput,
  jobTool,
  listFormatsInput,
  MAX_INLINE_BYTES,
  type ToolParts,
} from './tools.ts';

const PATH = '/api/mcp';
/** A file in base64, plus the rest of the message. */
const MAX_MESSAGE_BYTES = Math.ceil(MAX_INLINE_BYTES / 3) * 4 + MAX_BODY_BYTES;
const MESSAGE_MS = 120_000;
/**
 * Maximum messages with files that are received or answered at the same time. Each is in memory several times. A source is a network
 * address, which may have many accounts.
 */
export const LARGE_MESSAGES: ConcurrencyLimits = {
  running: 24,
  runningPerSource: 4,
  waiting: 48,
  waitingPerSource: 8,
  patienceMs: 20_000,
};
/** Milliseconds after which a client that does not read its response is disconnected. */
const STALLED_MS = 60_000;
const MAX_ARGUMENTS = 1000;
/** Maximum values in a message. Small values take far more memory than text, and a message stays there until its call is answered. */
export const MAX_VALUES = 2 * MAX_ARGUMENTS;

export function mcpRoutes(services: Services, authentication: Authentication, changes: JobChanges, log: Log): ApiApp {
  const routes = createApiRoutes();
  routes.use(`${PATH}/*`, noStore, defaultLimits);
  const sessions = createSessions(MAX_MESSAGE_BYTES);
  /** The request that carries a call. It counts toward limits when the call starts work. */
  const requests = new AsyncLocalStorage<ApiContext>();
  const parts: ToolParts = { services, authentication, changes };
  const messages = createFileSlots(services.settings.trustedProxies, LARGE_MESSAGES, STALLED_MS);
  const answer = async (context: ApiContext): Promise<Response> => {
    const key = await keyOf(authentication, context);
    const id = context.req.header('Mcp-Session-Id');
    const transport = id === undefined ? await sessions.open(key, createServer(parts, requests, log)) : sessions.find(id, key);
    // The protocol makes clients start another session.
    if (!transport) throw new ApiProblem('NOT_FOUND');
    const bytes = Number(context.req.header('Content-Length') ?? 0);
    return messages.send(context, bytes, async (limited) => {
      const response = await requests.run(contextOfCalls(context), () => handle(transport, context));
      // The message stays in memory until its call is answered.
      return response.body ? new Response(limited(response.body), response) : response;
    });
  };
  routes.on('POST', PATH, limits({ bodyBytes: MAX_MESSAGE_BYTES, bodyMs: MESSAGE_MS }), answer);
  routes.on('DELETE', PATH, answer);
  // There are no messages outside of responses, so there is no stream for them.
  routes.on('GET', PATH, () => Promise.reject(new ApiProblem('METHOD_NOT_ALLOWED')));
  return routes;
}

type Transport = NonNullable<ReturnType<ReturnType<typeof createSessions>['find']>>;

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** Passes on a message. Refuses batches, whose hundred answers would be in memory at once. MCP has no batches since version 2025-06-18. */
async function handle(transport: Transport, { req }: ApiContext): Promise<Response> {
  if (req.method !== 'POST') return transport.handleRequest(req.raw);
  const text = await req.text();
  let parsedBody: unknown;
  try {
    parsedBody = JSON.parse(text);
  } catch {
    return refusal(PARSE_ERROR, 'Parse error: Invalid JSON');
  }
  if (Array.isArray(parsedBody)) return refusal(INVALID_REQUEST, 'Invalid Request: Send one message at a time');
  if (hasMoreValues(parsedBody, MAX_VALUES)) return refusal(INVALID_REQUEST, `Invalid Request: More than ${MAX_VALUES} values`);
  return transport.handleRequest(req.raw, { parsedBody });
}

/** Counts values at every depth without recursion. */
function hasMoreValues(message: unknown, limit: number): boolean {
  const open = [message];
  let count = 0;
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const inside: readonly unknown[] = Object.values(value);
    count += inside.length;
    if (count > limit) return true;
    open.push(...inside);
  }
  return false;
}

function refusal(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status: 400 });
}

/** Calls continue after the response has started, when headers of the original context can no longer be set. */
function contextOfCalls({ req, env }: ApiContext): ApiContext {
  return new Context(req.raw, { env, path: req.path });
}

/** Id of the API key. Cookies are not accepted, since other sites could use them. @throws ApiProblem */
async function keyOf(authentication: Authentication, context: ApiContext): Promise<string> {
  if (context.req.header('Authorization') === undefined) {
    context.header('WWW-Authenticate', 'Bearer');
    throw new ApiProblem('INVALID_API_KEY');
  }
  const { keyId } = await authentication.require(context, 'read', 'convert:read');
  if (keyId === undefined) throw new ApiProblem('INVALID_API_KEY');
  return keyId;
}

type Extra = {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: ServerNotification): Promise<void>;
};

function createServer(parts: ToolParts, requests: AsyncLocalStorage<ApiContext>, log: Log): McpServer {
  const { brand } = parts.services.settings;
  const server = new McpServer(
    { name: 'bakkum', title: brand, version: '1' },
    {
      capabilities: { tools: {} },
      instructions: `${brand} converts files on its server. Each result is a job with download links, which require the same API key.`,
      maxToolInputElements: MAX_ARGUMENTS,
    },
  );
  const run: RunTool = (name, work) =>
    answering(
      () => {
        const context = requests.getStore();
        return context ? work(context) : Promise.reject(new Error('a call without a request'));
      },
      (error) => log.error('request-failed', { method: 'MCP', path: name, error: error.stack ?? error.message }),
    );
  addJobTools(server, parts, run);
  addLookUpTools(server, parts, run);
  return server;
}

/** Runs a tool with the request that carries the call. */
type RunTool = (name: string, work: (context: ApiContext) => Promise<CallToolResult>) => Promise<CallToolResult>;

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

function addJobTools(server: McpServer, parts: ToolParts, run: RunTool): void {
  server.registerTool(
    'convert',
    {
      title: 'Convert a file',
      description:
        'Converts an uploaded file, or one of up to 4 MB in content_base64, as a job on the server, and waits for the result.',
      inputSchema: convertInput,
      outputSchema: jobOutput,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    (given, extra) => run('convert', (context) => convertTool(parts, given, callOf(context, extra))),
  );
  server.registerTool(
    'combine_files',
    {
      title: 'Combine or compare files',
      description:
        'Combines files into one, such as a PDF of several documents and images, or lists the differences of two documents. Takes uploaded files, or files of together up to 4 MB, as a job on the server, and waits for the result.',
      inputSchema: combineInput,
      outputSchema: jobOutput,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    (given, extra) => run('combine_files', (context) => combineTool(parts, given, callOf(context, extra))),
  );
  server.registerTool(
    'get_job',
    {
      title: 'Get a job',
      description: 'Shows a job and its results.',
      inputSchema: jobInput,
      outputSchema: jobOutput,
      annotations: READ_ONLY,
    },
    (given) => run('get_job', (context) => jobTool(parts, given, context)),
  );
}

function addLookUpTools(server: McpServer, parts: ToolParts, run: RunTool): void {
  server.registerTool(
    'detect',
    {
      title: 'Detect a format',
      description: 'Detects the format of a file from its content and shows what it converts to.',
      inputSchema: detectInput,
      outputSchema: detectOutput,
      annotations: READ_ONLY,
    },
    (given) => run('detect', (context) => detectTool(parts, given, context)),
  );
  server.registerTool(
    'list_formats',
    {
      title: 'List formats and options',
      description:
        'Lists all formats. With from, lists what a format converts to. With from and to, lists the options of that conversion.',
      inputSchema: listFormatsInput,
      annotations: READ_ONLY,
    },
    (given) => run('list_formats', (context) => formatsTool(parts, given, context)),
  );
}

function callOf(context: ApiContext, { signal, _meta, sendNotification }: Extra): Call {
  const progressToken = _meta?.progressToken;
  return {
    context,
    signal,
    onProgress(progress, message) {
      if (progressToken === undefined) return;
      const params = { progressToken, progress, total: 100, message };
      // The client may have disconnected; the job continues.
      sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
    },
  };
}
