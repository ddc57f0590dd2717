import { createPlanner } from '@bakkum/conversion/planner';
import { nodeCapabilities } from '@bakkum/registry/node/capabilities.node';
import { manifest } from '../../engines/office/manifest.ts';
import { openBrowserPath } from '../matrix/browser-path.ts';
import type { ConversionPath } from '../matrix/conversion-path.ts';
import { openNodePath } from '../matrix/node-path.ts';

/** Formats our office engine converts to PDF. */
export const OFFICE_FORMATS: ReadonlySet<string> = new Set(
  manifest.conversions.filter(({ to }) => to.includes('pdf')).flatMap(({ from }) => from),
);

/** Uses worker threads with only the office engine; or the built site in a browser, which chooses the engine. */
export async function openOfficePath(given: {
  readonly inBrowser: boolean;
  readonly lanes: number;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}): Promise<ConversionPath> {
  if (given.inBrowser) return openBrowserPath({ ...given, browser: 'chromium' });
  const planner = createPlanner({ manifests: [manifest], host: nodeCapabilities(), interchange: new Set() });
  return openNodePath({ ...given, planner });
}
