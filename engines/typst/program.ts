import type { Bytes } from '@bakkum/bytes/bytes';
import { openCompiler } from './.prepared/compiler.mjs';

/** Input of a layout. `files` are available to the markup by absolute path. */
export type Sources = {
  readonly markup: string;
  readonly files: ReadonlyMap<string, Bytes>;
  readonly fonts: readonly Bytes[];
};

export type Setting =
  | { readonly ok: true; readonly pdf: Bytes; readonly remarks: readonly string[] }
  | { readonly ok: false; readonly remarks: readonly string[] };

export type Program = {
  /** Lays out a document. Problems in the document are returned as diagnostics; any exception leaves the program unusable. */
  set(sources: Sources): Promise<Setting>;
  /** Bytes of allocated memory, which never shrinks. */
  size(): number;
};

const MAIN = '/main.typ';

/** Starts the program with access only to the given files, no network and no packages. */
export async function startProgram(module: WebAssembly.Module): Promise<Program> {
  const { init, TypstCompilerBuilder, TypstFontResolverBuilder } = openCompiler();
  const { memory } = await init({ module_or_path: module });
  const builder = new TypstCompilerBuilder();
  await builder.set_access_model(
    undefined,
    () => 0,
    () => false,
    (path: unknown) => path,
    () => undefined,
  );
  await builder.set_package_registry(undefined, () => undefined);
  const compiler = await builder.build();
  return {
    size: () => memory.buffer.byteLength,
    async set({ markup, files, fonts }) {
      const resolver = new TypstFontResolverBuilder();
      for (const font of fonts) resolver.add_raw_font(font);
      compiler.set_fonts(await resolver.build());
      try {
        compiler.add_source(MAIN, markup);
        for (const [path, bytes] of files) compiler.map_shadow(path, bytes);
        return settingOf(compiler.compile(MAIN, undefined, 'pdf', DIAGNOSTICS_AS_OBJECTS));
      } finally {
        compiler.reset_shadow();
        compiler.reset();
      }
    },
  };
}

const DIAGNOSTICS_AS_OBJECTS = 3;

function settingOf(answer: unknown): Setting {
  const { result, diagnostics } = answer as { readonly result?: Bytes; readonly diagnostics?: readonly unknown[] };
  const remarks = (diagnostics ?? []).map((remark) =>
    typeof remark === 'object' && remark !== null && 'message' in remark ? String(remark.message) : String(remark),
  );
  return result ? { ok: true, pdf: result, remarks } : { ok: false, remarks };
}
