import type { ImageView } from '@bakkum/api-contract/images/images';
import type { CanRefine } from '../editor/editors.ts';

type Open = (image: ImageView) => void;

/** Handlers that open the dialogs of an image, and which images have each dialog. */
export type ImageActions = {
  readonly canRefine: CanRefine;
  readonly canVary: CanRefine;
  readonly canExtend: CanRefine;
  readonly canCutOut: CanRefine;
  readonly onView: Open;
  readonly onRefine: Open;
  readonly onVary: Open;
  readonly onUpscale: Open;
  readonly onExtend: Open;
  readonly onCutOut: Open;
  readonly onShare: Open;
  readonly onDetails: Open;
};
