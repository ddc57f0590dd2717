import type { OptionValues } from '@bakkum/conversion/options';
import type { JobResult } from '@bakkum/conversion/runner';
import { loadConversionCore } from './conversion-core-loader.ts';

/** `window.bakkum`, what a script on the page may call: the same planner, runner and workers as the screen. */
export type ScriptingInterface = {
  /** Format ids this file converts to, the commonest first. */
  targets(file: File): Promise<readonly string[]>;
  /** `to` is a format id. Never rejects for a file that cannot be converted: the result says why. */
  convert(file: File, to: string, options?: OptionValues): Promise<JobResult>;
};

export function installScriptingInterface(): void {
  const page: { bakkum?: ScriptingInterface } & typeof globalThis = globalThis;
  page.bakkum = {
    async targets(file) {
      const core = await loadConversionCore();
      const { format } = await core.detect(file);
      return format ? core.targets(format.id).map((target) => target.format.id) : [];
    },
    async convert(file, to, options = {}) {
      const core = await loadConversionCore();
      const { format } = await core.detect(file);
      if (!format) return { ok: false, code: 'unsupported-type', detail: 'unknown content', attempts: [] };
      return core.convert({ inputs: [file], from: format.id, to, options });
    },
  };
}
