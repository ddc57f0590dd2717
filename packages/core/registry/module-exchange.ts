/**
 * Shares compiled WebAssembly between the workers of a page or process: the first worker that needs a module fetches and compiles
 * it, the others receive it. These messages are separate from the worker protocol; engines do not know about them.
 */
export type ModuleRequest =
  | { readonly type: 'module-wanted'; readonly key: string }
  | { readonly type: 'module-made'; readonly key: string; readonly module: WebAssembly.Module }
  | { readonly type: 'module-failed'; readonly key: string };

/** Without a module, the worker has to compile it. */
export type ModuleReply = { readonly type: 'module'; readonly key: string; readonly module?: WebAssembly.Module };

export function isModuleRequest(message: { readonly type: string }): message is ModuleRequest {
  return message.type === 'module-wanted' || message.type === 'module-made' || message.type === 'module-failed';
}

export function isModuleReply(message: { readonly type: string }): message is ModuleReply {
  return message.type === 'module';
}

/** The exchange's connection to one worker. */
export type Participant = {
  receive(request: ModuleRequest): void;
  /** Called when the worker has ended or its messages cannot be read; nothing waits for it any longer. */
  leave(): void;
};

type Reply = (reply: ModuleReply) => void;
type Entry = {
  module?: WebAssembly.Module;
  /** The workers that compile or hold the module. It is kept until the last of them ends. */
  readonly holders: Set<Reply>;
  readonly waiting: Set<Reply>;
};

export class ModuleExchange {
  readonly #entries = new Map<string, Entry>();

  /** Number of stored modules. */
  get size(): number {
    return [...this.#entries.values()].filter(({ module }) => module !== undefined).length;
  }

  join(reply: Reply): Participant {
    return {
      receive: (request) => {
        if (request.type === 'module-wanted') this.#want(request.key, reply);
        else if (request.type === 'module-made') this.#made(request.key, request.module);
        else this.#without(request.key, reply);
      },
      leave: () => {
        for (const key of [...this.#entries.keys()]) this.#without(key, reply);
      },
    };
  }

  #want(key: string, reply: Reply): void {
    const entry = this.#entries.get(key) ?? { holders: new Set(), waiting: new Set() };
    this.#entries.set(key, entry);
    const { module, holders, waiting } = entry;
    if (!module && holders.size > 0) {
      waiting.add(reply);
      return;
    }
    holders.add(reply);
    reply({ type: 'module', key, ...(module ? { module } : {}) });
  }

  #made(key: string, module: WebAssembly.Module): void {
    const entry = this.#entries.get(key);
    if (!entry) return; // the compiling worker has ended in the meantime
    entry.module = module;
    for (const reply of entry.waiting) {
      entry.holders.add(reply);
      reply({ type: 'module', key, module });
    }
    entry.waiting.clear();
  }

  /** When the compiling worker is gone, the next waiting one compiles the module. */
  #without(key: string, reply: Reply): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    entry.waiting.delete(reply);
    entry.holders.delete(reply);
    if (entry.holders.size > 0) return;
    const [next, ...rest] = entry.waiting;
    this.#entries.delete(key);
    for (const waiting of next ? [next, ...rest] : []) this.#want(key, waiting);
  }
}
