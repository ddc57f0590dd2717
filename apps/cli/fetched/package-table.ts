/** A published package that engines take files from. */
export type EnginePackage = {
  readonly name: string;
  readonly version: string;
  /** Subresource integrity of its tarball from the lockfile: `sha512-…`. */
  readonly integrity: string;
  /** Approximate compressed size, in bytes. */
  readonly downloadBytes: number;
  /** Paths in the package that engines read. Other files are not kept. */
  readonly files: readonly string[];
};

/** A file derived from downloaded ones, because it is too large to include in this package. */
export type Derivation = { readonly from: readonly string[]; make(...files: readonly Buffer[]): Uint8Array };

export type PackageTable = {
  readonly packages: Readonly<Record<string, EnginePackage>>;
  /** Where the file of `engine/asset` is: in this package, or in a published one. */
  readonly assets: Readonly<Record<string, AssetPlace>>;
  /** Names of the packages that each engine takes files from. */
  readonly engines: Readonly<Record<string, readonly string[]>>;
  /** By package, then by the path of the file that is made. */
  readonly derived: Readonly<Record<string, Readonly<Record<string, Derivation>>>>;
};

export type AssetPlace = { readonly included: string } | { readonly package: string; readonly file: string };

/** Empty in the repository. The build replaces this module (apps/cli/package/bundle.ts). */
export const TABLE: PackageTable = { packages: {}, assets: {}, engines: {}, derived: {} };
