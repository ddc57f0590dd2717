/**
 * Compiled WebAssembly shared by the workers of one page or process: the first that needs a module fetches and compiles it, the
 * others are given the same. These messages travel beside the worker protocol; no engine knows of them.
 */
export type ModuleRequest =
  | { readonly type: 'module-wanted'; readonly key: string }
  | { readonly type: 'module-made'; readonly key: string; readonly module: WebAssembly.Module }
  | { readonly type: 'module-failed'; readonly key: string };

/** Without a module: there is none to be had, make it. */
export type ModuleReply = { readonly type: 'module'; readonly key: string; readonly module?: WebAssembly.Module };

export function isModuleRequest(message: { readonly type: string }): message is ModuleRequest {
  return message.type === 'module-wanted' || message.type === 'module-made' || message.type === 'module-failed';
}

export function isModuleReply(message: { readonly type: string }): message is ModuleReply {
  return message.type === 'module';
}

/** One worker as the exchange sees it. */
export type Participant = {
  receive(request: ModuleRequest): void;
  /** It has ended, or what it sends cannot be read: nobody waits for it any more. */
  leave(): void;
};

type Reply = (reply: ModuleReply) => void;
type Entry = {
  module?: WebAssembly.Module;
  /** Who makes it, or has it. A module is kept as long as one of them lives. */
  readonly holders: Set<Reply>;
  readonly waiting: Set<Reply>;
};

export class ModuleExchange {
  readonly #entries = new Map<string, Entry>();

  /** How many modules are kept. */
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
    if (!entry) return; // its maker has ended meanwhile
    entry.module = module;
    for (const reply of entry.waiting) {
      entry.holders.add(reply);
      reply({ type: 'module', key, module });
    }
    entry.waiting.clear();
  }

  /** Where the maker is gone, the next that waits makes it. */
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
