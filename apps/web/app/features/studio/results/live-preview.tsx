import { useState } from 'react';

type LivePreviewProps = {
  /** Differs for each preview. */
  readonly url: string;
  readonly alt: string;
};

/**
 * An unfinished image. Each version appears over the one before, once it has loaded. On a slow connection, a version that is loading is
 * shown before the newest one is loaded.
 */
export function LivePreview({ url, alt }: LivePreviewProps) {
  const [previous, setPrevious] = useState<string>();
  const [shown, setShown] = useState<string>();
  const [loading, setLoading] = useState<string>();
  const [tried, setTried] = useState<string>();
  if (loading === undefined && tried !== url) {
    setLoading(url);
    setTried(url);
  }
  const layers = [...new Set([previous, shown, loading])].filter((layer) => layer !== undefined);
  return layers.map((layer) => (
    <img
      key={layer}
      src={layer}
      alt={layer === shown ? alt : ''}
      // The image may be finished before its last preview has loaded.
      hidden={layer === loading}
      onLoad={() => {
        setPrevious(shown);
        setShown(layer);
        setLoading(undefined);
      }}
      onError={() => setLoading(undefined)}
      className="absolute inset-0 size-full animate-[appear_150ms_ease-out] object-cover"
    />
  ));
}
