import type { ModuleReply, ModuleRequest } from './module-exchange.ts';

export type Modules = {
  /** Returns the module with that name, compiled once. Rejects when `make` does; the next call tries again. */
  get(key: string, make: () => Promise<WebAssembly.Module>): Promise<WebAssembly.Module>;
};

/** A worker's side of the module exchange: modules come from another worker, or are compiled here and shared. */
export type SharedModules = Modules & {
  receive(reply: ModuleReply): void;
  /** Called when a reply could not be read: all pending modules are compiled here. */
  giveUp(): void;
};

type Make = () => Promise<WebAssembly.Module>;

/** Caches modules for a single worker. */
export function keepModules(obtain: (key: string, make: Make) => Promise<WebAssembly.Module> = (_, make) => make()): Modules {
  const modules = new Map<string, Promise<WebAssembly.Module>>();
  return {
    get(key, make) {
      const known = modules.get(key);
      if (known) return known;
      const module = obtain(key, make);
      modules.set(key, module);
      module.catch(() => modules.delete(key));
      return module;
    },
  };
}

export function shareModules(post: (request: ModuleRequest) => void): SharedModules {
  const waiting = new Map<string, (module: WebAssembly.Module | undefined) => void>();
  const give = (key: string, module: WebAssembly.Module): WebAssembly.Module => {
    try {
      post({ type: 'module-made', key, module });
    } catch (refusal) {
      if (!(refusal instanceof DOMException)) throw refusal;
      post({ type: 'module-failed', key }); // this host cannot send modules out of a worker
    }
    return module;
  };
  const obtain = async (key: string, make: Make): Promise<WebAssembly.Module> => {
    const given = await new Promise<WebAssembly.Module | undefined>((resolve) => {
      waiting.set(key, resolve);
      post({ type: 'module-wanted', key });
    });
    if (given) return given;
    try {
      return give(key, await make());
    } catch (failure) {
      post({ type: 'module-failed', key });
      throw failure;
    }
  };
  const answer = (key: string, module: WebAssembly.Module | undefined): void => {
    waiting.get(key)?.(module);
    waiting.delete(key);
  };
  return {
    ...keepModules(obtain),
    receive: ({ key, module }) => answer(key, module),
    giveUp() {
      for (const key of [...waiting.keys()]) answer(key, undefined);
    },
  };
}
