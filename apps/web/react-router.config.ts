import type { Config } from '@react-router/dev/config';

/** The server renders and caches pages (docs/decisions/006-pages-rendered-once.md), so nothing is prerendered here. */
export default {
  appDirectory: 'app',
  // Set by build-steps/build.ts, which replaces the previous build with the finished one.
  // oxlint-disable-next-line no-restricted-properties -- the only way to pass the setting
  buildDirectory: process.env['WEB_BUILD_FOLDER'] ?? 'build',
  ssr: true,
  // All routes are known from the start: navigation needs no request for a part of the manifest, and works offline.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
