import { type RefCallback, useCallback } from 'react';

/**
 * Sets a blob as the source of an element while the element is mounted. Uses our media type: the system's may be missing or
 * wrong, and browsers do not render an SVG without it.
 */
export function useBlobSource<Element extends HTMLImageElement | HTMLMediaElement>(
  blob: Blob,
  mediaType: string | undefined,
): RefCallback<Element> {
  return useCallback(
    (element) => {
      if (!element) return undefined;
      const address = URL.createObjectURL(mediaType ? blob.slice(0, blob.size, mediaType) : blob);
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob, mediaType],
  );
}
