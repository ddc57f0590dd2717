import type { ImageView } from '@bakkum/api-contract/images/images';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../../session/api.ts';

/** Opens the image whose id is in the URL, as in links from the credit statement, and removes the id from the URL. */
export function useLinkedImage(open: (image: ImageView) => void): void {
  const [search, setSearch] = useSearchParams();
  const id = search.get('image');
  const show = useEffectEvent((image: ImageView) => open(image));
  const forget = useEffectEvent(() => setSearch({}, { replace: true, preventScrollReset: true }));
  useEffect(() => {
    if (id === null) return;
    // If the image has been deleted since, the gallery stays unchanged.
    void call('GET /api/images/{id}', undefined, { id }).then((answer) => {
      if (answer.ok) show(answer.body.image);
      forget();
    });
  }, [id]);
}
