/** The part of ws that we use. Its types are a package of their own. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { IncomingMessage } from 'node:http';
  import type { AddressInfo } from 'node:net';
  import type { Duplex } from 'node:stream';

  type ClientOptions = {
    /** Maximum bytes of a message; a larger one closes the connection. */
    readonly maxPayload?: number;
    readonly perMessageDeflate?: boolean;
    readonly followRedirects?: boolean;
    /** Milliseconds. */
    readonly handshakeTimeout?: number;
  };

  type SocketEvents = {
    message: [message: Buffer, isBinary: boolean];
    error: [error: Error];
    close: [code: number];
  };

  export class WebSocket extends EventEmitter<SocketEvents> {
    constructor(address: string, options?: ClientOptions);
    send(message: string | Uint8Array): void;
    /** Ends the connection without a farewell. */
    terminate(): void;
  }

  type ServerOptions = { readonly noServer: true } | { readonly port: number; readonly host: string };

  export class WebSocketServer extends EventEmitter<{ connection: [socket: WebSocket]; listening: [] }> {
    constructor(options: ServerOptions);
    address(): AddressInfo;
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, opened: (socket: WebSocket) => void): void;
    close(done?: () => void): void;
  }
}
