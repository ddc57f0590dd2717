import type { OptionValues } from '@bakkum/conversion/options';
import type { Job, JobResult } from '@bakkum/conversion/runner';
import { loadConversionCore } from './conversion-core-loader.ts';

/** `window.bakkum`, which scripts on the page may call: the same planner, runner and workers as the screen. */
export type ScriptingInterface = {
  /** Returns the target format ids of a file, the most popular first; with `unproven` also those no test has proven yet. */
  targets(file: File, ask?: { readonly unproven: boolean }): Promise<readonly string[]>;
  /** `to` is a format id. Never rejects for a file that cannot be converted: the result contains the reason. */
  convert(file: File, to: string, options?: OptionValues, control?: Pick<Job, 'signal' | 'onProgress'>): Promise<JobResult>;
};

export function installScriptingInterface(): void {
  const page: { bakkum?: ScriptingInterface } & typeof globalThis = globalThis;
  page.bakkum = {
    async targets(file, { unproven } = { unproven: false }) {
      const core = await loadConversionCore();
      const { format = core.fallback } = await core.detect(file);
      if (!format) return [];
      return unproven
        ? core.reachable(format.id)
        : core.targets(format.id).flatMap(({ format: { id, family } }) => (family === 'interchange' ? [] : [id]));
    },
    async convert(file, to, options = {}, control = {}) {
      const core = await loadConversionCore();
      const { format = core.fallback } = await core.detect(file);
      if (!format) return { ok: false, code: 'unsupported-type', detail: 'unknown content', attempts: [] };
      return core.convert({ ...control, inputs: [file], from: format.id, to, options });
    },
  };
}
