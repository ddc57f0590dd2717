/** Where the files of engines are on this machine: WebAssembly, fonts, data. */
export type EngineFiles = {
  /** The file of an asset, whether it is here yet or not. Throws for an asset that no manifest names. */
  url(engine: string, asset: string): URL;
  /** Makes sure that the file of one asset is here. Rejects when it cannot be fetched. */
  ensure(engine: string, asset: string): Promise<void>;
  /** Called before an engine works. Absent, like all that follows, where every file is installed. */
  fetchAhead?(engine: string, report: (loadedBytes: number, totalBytes: number) => void, signal: AbortSignal): Promise<void>;
  /** Every engine, with the bytes of all it may ever need and those of them that are missing. */
  engines?(): readonly EngineDownload[];
  /** Fetches all an engine may ever need. */
  fetchWhole?(engine: string, signal: AbortSignal): Promise<void>;
};

export type EngineDownload = {
  readonly id: string;
  readonly downloadBytes: number;
  readonly missingBytes: number;
};
