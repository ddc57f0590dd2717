import { useState } from 'react';

type LivePreviewProps = {
  /** Differs for each preview. */
  readonly url: string;
  readonly alt: string;
};

/** An unfinished image. Each version appears over the one before, once it has loaded. */
export function LivePreview({ url, alt }: LivePreviewProps) {
  const [urls, setUrls] = useState<readonly string[]>([url]);
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  if (urls.at(-1) !== url) setUrls([...urls.filter((one) => loaded.includes(one)).slice(-1), url]);
  return urls.map((one) => (
    <img
      key={one}
      src={one}
      alt={one === url ? alt : ''}
      // The image may be finished before its last preview has loaded.
      hidden={!loaded.includes(one)}
      onLoad={() => setLoaded([...urls.filter((known) => loaded.includes(known)), one])}
      className="absolute inset-0 size-full animate-[appear_150ms_ease-out] object-cover"
    />
  ));
}
