import { type RefCallback, useCallback } from 'react';

/**
 * Gives an element a blob as its source for as long as it is on the page. The media type is ours: the system's may be missing
 * or wrong, and without it a browser does not draw an SVG.
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
