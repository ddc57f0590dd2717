import type { Config } from '@react-router/dev/config';

/** Pages are rendered by the server and kept (docs/decisions/006-pages-rendered-once.md), so nothing is prerendered here. */
export default {
  appDirectory: 'app',
  // Set by build-steps/build.ts, which puts a finished build in the place of the last one.
  // oxlint-disable-next-line no-restricted-properties -- the only way to tell the configuration
  buildDirectory: process.env['WEB_BUILD_FOLDER'] ?? 'build',
  ssr: true,
  // The few routes are known from the start: no request for a part of the manifest, so navigation also works offline.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
