import type { Config } from '@react-router/dev/config';

/** Pages are rendered by the server and kept (docs/decisions/006-pages-rendered-once.md), so nothing is prerendered here. */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The few routes are known from the start: no request for a part of the manifest, so navigation also works offline.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
