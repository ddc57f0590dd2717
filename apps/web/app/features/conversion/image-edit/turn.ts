import type { OptionValues } from '@bakkum/conversion/options';

/** A clockwise rotation followed by a flip, as in the options `rotate` and `flip`. */
export type Turn = {
  readonly rotate: (typeof ROTATIONS)[number];
  readonly flip: 'none' | 'horizontal' | 'vertical';
};

export type TurnAction = 'rotateLeft' | 'rotateRight' | 'flipHorizontal' | 'flipVertical';

const ROTATIONS = ['0', '90', '180', '270'] as const;
const UPRIGHT: Turn = { rotate: '0', flip: 'none' };

/** Reads the turn from option values; missing ones change nothing. */
export function turnOf({ rotate, flip }: OptionValues): Turn {
  return {
    rotate: ROTATIONS.find((each) => each === rotate) ?? UPRIGHT.rotate,
    flip: flip === 'horizontal' || flip === 'vertical' ? flip : UPRIGHT.flip,
  };
}

/** Returns the turn after one more action on the image as it is displayed. */
export function turnedBy({ rotate, flip }: Turn, action: TurnAction): Turn {
  switch (action) {
    case 'rotateRight':
      return { rotate: rotated(rotate, flip === 'none' ? 1 : -1), flip };
    case 'rotateLeft':
      return { rotate: rotated(rotate, flip === 'none' ? -1 : 1), flip };
    case 'flipHorizontal':
      return flipped({ rotate, flip }, 'horizontal');
    case 'flipVertical':
      return flipped({ rotate, flip }, 'vertical');
  }
}

/** A quarter turn after a flip equals the opposite quarter turn before it. */
function rotated(rotate: Turn['rotate'], quarters: 1 | -1): Turn['rotate'] {
  return ROTATIONS[(ROTATIONS.indexOf(rotate) + quarters + ROTATIONS.length) % ROTATIONS.length] ?? rotate;
}

/** The same flip twice cancels out; both flips together are half a turn. */
function flipped({ rotate, flip }: Turn, by: 'horizontal' | 'vertical'): Turn {
  if (flip === 'none') return { rotate, flip: by };
  return flip === by ? { rotate, flip: 'none' } : { rotate: rotated(rotated(rotate, 1), 1), flip: 'none' };
}

export function isTurned({ rotate, flip }: Turn): boolean {
  return rotate !== UPRIGHT.rotate || flip !== UPRIGHT.flip;
}

/** Returns whether the turn swaps width and height. */
export function swapsSides({ rotate }: Turn): boolean {
  return rotate === '90' || rotate === '270';
}
