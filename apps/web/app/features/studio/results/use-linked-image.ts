import type { ImageView } from '@bakkum/api-contract/images/images';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../session/api.ts';

/** Opens the image that the address names, as links of the credit statement do, and removes it from the address. */
export function useLinkedImage(open: (image: ImageView) => void): void {
  const [search, setSearch] = useSearchParams();
  const id = search.get('image');
  const show = useEffectEvent((image: ImageView) => open(image));
  const forget = useEffectEvent(() => setSearch({}, { replace: true, preventScrollReset: true }));
  useEffect(() => {
    if (id === null) return;
    // An image that was deleted meanwhile leaves the gallery as it is.
    void call('GET /api/images/{id}', undefined, { id }).then((answer) => {
      if (answer.ok) show(answer.body.image);
      forget();
    });
  }, [id]);
}
