import { availableParallelism } from 'node:os';

/** The Node that the sources are written for. */
const SOURCES_NODE = 24;

/** Polyfills the standard library and `navigator` of older Node versions before other modules load. */
export async function completeNode(): Promise<void> {
  const [major] = process.versions.node.split('.').map(Number);
  if (major === undefined || major >= SOURCES_NODE) return;
  await import('core-js/es');
  if ('navigator' in globalThis) return;
  const navigator = { hardwareConcurrency: availableParallelism(), userAgent: `Node.js/${major}`, language: 'en-US' };
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true, enumerable: true });
}
