/** Sessions of MCP clients, in the memory of this process. A client whose session has ended opens a new one. */
import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';

/** Milliseconds without a request after which a session ends. */
const IDLE_MS = 900_000;
/** Maximum sessions of one API key. A new one replaces the one idle longest. */
const MAX_PER_KEY = 10;
/** Maximum sessions of this process, by the same rule. */
const MAX_SESSIONS = 1000;

type Session = {
  readonly key: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  timer: NodeJS.Timeout;
};

export type Sessions = {
  /** @param key id of the API key; sessions of others do not exist for it. Undefined if there is no such session */
  find(id: string, key: string): WebStandardStreamableHTTPServerTransport | undefined;
  /** Opens a session for an `initialize` request. */
  open(key: string, server: McpServer): Promise<WebStandardStreamableHTTPServerTransport>;
};

/** @param maxBodyBytes largest message */
export function createSessions(maxBodyBytes: number): Sessions {
  // Ordered by last use.
  const sessions = new Map<string, Session>();
  const end = (id: string): void => {
    const session = sessions.get(id);
    if (!session) return;
    sessions.delete(id);
    clearTimeout(session.timer);
    void session.transport.close();
  };
  const endLater = (id: string): NodeJS.Timeout => setTimeout(() => end(id), IDLE_MS).unref();
  const makeRoom = (key: string): void => {
    const own = [...sessions].filter(([, session]) => session.key === key);
    const [oldest] = own.length >= MAX_PER_KEY ? own : sessions.size >= MAX_SESSIONS ? sessions : [];
    // Refusing new sessions would let a few accounts block all others.
    if (oldest) end(oldest[0]);
  };
  return {
    find(id, key) {
      const session = sessions.get(id);
      if (session?.key !== key) return undefined;
      clearTimeout(session.timer);
      session.timer = endLater(id);
      sessions.delete(id);
      sessions.set(id, session);
      return session.transport;
    },
    async open(key, server) {
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        maxRequestBodySize: maxBodyBytes,
        onsessioninitialized: (id) => {
          makeRoom(key);
          sessions.set(id, { key, transport, timer: endLater(id) });
        },
        onsessionclosed: end,
      });
      await server.connect(transport);
      return transport;
    },
  };
}
