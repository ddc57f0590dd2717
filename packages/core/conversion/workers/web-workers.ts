/** The part of a `Worker` that engines use. */
export type EngineWorker = {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'error', listener: (event: { preventDefault(): void }) => void): void;
};
/** Starts a worker from a module, as the platform's `Worker` does. */
export type EngineWorkerConstructor = new (module: URL, options: { type: 'module'; name: string }) => EngineWorker;

let provided: EngineWorkerConstructor | undefined;

/** Lets engines start workers on a host that has no web workers. */
export function provideWebWorkers(constructor: EngineWorkerConstructor | undefined): void {
  provided = constructor;
}

/** Returns the constructor of workers inside this worker, or `undefined` if a conversion must use one thread. */
export function webWorkers(): EngineWorkerConstructor | undefined {
  return provided ?? ('Worker' in globalThis ? Worker : undefined);
}
