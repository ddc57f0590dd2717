import { createStore } from '../../state/create-store.ts';

/**
 * Hands an image to the studio for editing, also across signing in. It stays in the memory of this tab and is not sent anywhere.
 * Undefined once the studio has taken it.
 */
export const offeredPicture = createStore<File | undefined>(undefined);

export const offerPicture = offeredPicture.set;
