/** Zoom and position of an image in a frame. All lengths in CSS pixels. */
export type Size = { readonly width: number; readonly height: number };

export type View = {
  /** CSS pixels per pixel of the image; undefined shows the whole image. */
  readonly scale?: number;
  /** Distance of the image's centre from the frame's. */
  readonly x: number;
  readonly y: number;
};

export const WHOLE: View = { x: 0, y: 0 };
const MAX_SCALE = 8;

/** Returns the scale at which the whole image is visible. Small images are not enlarged. */
export function fitScale(frame: Size, image: Size): number {
  return Math.min(1, frame.width / image.width, frame.height / image.height);
}

export function scaleOf(view: View, frame: Size, image: Size): number {
  return view.scale ?? fitScale(frame, image);
}

/** Zooms to a scale. The point of the image at `at`, measured from the frame's centre, stays where it is. */
export function zoomed(
  view: View,
  frame: Size,
  image: Size,
  scale: number,
  at: { readonly x: number; readonly y: number },
): View {
  const next = Math.min(MAX_SCALE, scale);
  if (next <= fitScale(frame, image)) return WHOLE;
  const ratio = next / scaleOf(view, frame, image);
  return within({ scale: next, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, frame, image);
}

export function panned(view: View, frame: Size, image: Size, by: { readonly x: number; readonly y: number }): View {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, frame, image);
}

/** Keeps the frame filled where the image is larger than it, and the image centred where it is smaller. */
function within(view: View, frame: Size, image: Size): View {
  const scale = scaleOf(view, frame, image);
  const clamp = (value: number, room: number): number => Math.min(Math.max(value, -room), room);
  const room = (whole: number, part: number): number => Math.max(0, (whole * scale - part) / 2);
  return { ...view, x: clamp(view.x, room(image.width, frame.width)), y: clamp(view.y, room(image.height, frame.height)) };
}
