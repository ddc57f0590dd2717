// oxlint-disable-next-line typescript/triple-slash-reference -- types for an untyped package cannot come from a module
/// <reference path="./sql.d.ts" />
import type { EngineContext } from '@bakkum/conversion/engine';
import initSqlJs, { type Database, type SqlModule } from 'sql.js/dist/sql-wasm.js';

export type { Database };

/** Starts SQLite with its own memory; `asset` is its name in the manifest. */
export async function startProgram({ wasm }: Pick<EngineContext, 'wasm'>, asset = 'program'): Promise<SqlModule> {
  const compiled = await wasm(asset);
  return initSqlJs({
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(compiled, imports);
      receive(instance, compiled);
      return instance.exports;
    },
  });
}

/** A quoted SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
