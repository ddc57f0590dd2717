declare module 'sql.js/dist/sql-wasm.js' {
  type Cell = number | string | Uint8Array | null;
  type Statement = {
    bind(values: readonly (Cell | bigint)[]): boolean;
    step(): boolean;
    get(parameters?: null, config?: { readonly useBigInt: boolean }): (Cell | bigint)[];
    getColumnNames(): string[];
    run(values: readonly (Cell | bigint)[]): void;
    free(): boolean;
  };
  export type Database = {
    prepare(sql: string): Statement;
    run(sql: string): Database;
    export(): Uint8Array<ArrayBuffer>;
    close(): void;
  };
  export type SqlModule = { readonly Database: new (bytes?: Uint8Array) => Database };
  export type SqlOptions = {
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): WebAssembly.Exports;
  };
  export default function initSqlJs(options: SqlOptions): Promise<SqlModule>;
}
