import { registerHooks } from 'node:module';

const WITHIN_DRIZZLE = '/node_modules/drizzle-orm/';

/**
 * drizzle-orm's package.json has 180 kB, and Node parses it again for each of the 300 files that are imported inside the
 * package: half a second and 200 MB. They are all modules, so Node need not look. Call it before the first import of drizzle.
 */
export function quickenImports(): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.startsWith('.') || !context.parentURL?.includes(WITHIN_DRIZZLE)) return next(specifier, context);
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
    },
  });
}
