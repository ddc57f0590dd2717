/** Locations of engine files on this machine: WebAssembly, fonts, data. */
export type EngineFiles = {
  /** Returns the URL of an asset, downloaded or not. Throws for an asset that no manifest names. */
  url(engine: string, asset: string): URL;
  /** Downloads an asset unless it is present. Rejects when the download fails. */
  ensure(engine: string, asset: string): Promise<void>;
  /** Called before an engine starts. Absent, like the members below, where every file is installed. */
  fetchAhead?(engine: string, report: (loadedBytes: number, totalBytes: number) => void, signal: AbortSignal): Promise<void>;
  /** Lists every engine with the total size of its files and the size of the missing ones, in bytes. */
  engines?(): readonly EngineDownload[];
  /** Downloads every file an engine may need. */
  fetchWhole?(engine: string, signal: AbortSignal): Promise<void>;
};

export type EngineDownload = {
  readonly id: string;
  readonly downloadBytes: number;
  readonly missingBytes: number;
};
