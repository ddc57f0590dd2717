/** Keeps drawn images. One source cannot displace those that others requested. */
export type PictureCache<Picture> = {
  get(path: string): Picture | undefined;
  /** @param source network address whose request drew the image */
  keep(path: string, picture: Picture, source: string): void;
};

/** @param max number of images. The oldest one of the source with the most images gives way. */
export function createPictureCache<Picture>(max: number): PictureCache<Picture> {
  const kept = new Map<string, { readonly picture: Picture; readonly source: string }>();
  const bySource = new Map<string, Set<string>>();
  const remove = (path: string): void => {
    const { source } = kept.get(path) ?? {};
    if (source === undefined) return;
    kept.delete(path);
    const paths = bySource.get(source);
    paths?.delete(path);
    if (paths?.size === 0) bySource.delete(source);
  };
  const oldestOfBusiest = (): string | undefined => {
    let busiest: Set<string> | undefined;
    for (const paths of bySource.values()) if (paths.size > (busiest?.size ?? 0)) busiest = paths;
    return busiest?.values().next().value;
  };
  return {
    get: (path) => kept.get(path)?.picture,
    keep(path, picture, source) {
      remove(path);
      const oldest = kept.size >= max ? oldestOfBusiest() : undefined;
      if (oldest !== undefined) remove(oldest);
      kept.set(path, { picture, source });
      bySource.set(source, (bySource.get(source) ?? new Set()).add(path));
    },
  };
}
