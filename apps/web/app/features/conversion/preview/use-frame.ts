import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type Size, scaleOf, type View, zoomed } from './view-frame.ts';

/** Zoom per notch of a wheel. */
const WHEEL_RATE = 0.01;

/** Measures the frame of an image and zooms with Ctrl and the wheel, which is also how trackpads report a pinch. */
export function useFrame(
  frame: RefObject<HTMLDivElement | null>,
  image: Size | undefined,
  view: View,
  setView: (view: View) => void,
): Size | undefined {
  const [size, setSize] = useState<Size>();
  const zoom = useEffectEvent((event: WheelEvent): void => {
    const element = frame.current;
    if (!(event.ctrlKey || event.metaKey) || !element || !size || !image) return;
    event.preventDefault();
    const box = element.getBoundingClientRect();
    const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
    setView(zoomed(view, size, image, scaleOf(view, size, image) * Math.exp(-event.deltaY * WHEEL_RATE), at));
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    const listening = new AbortController();
    // React's own listener is passive and cannot prevent the page's zoom.
    element.addEventListener('wheel', (event) => zoom(event), { passive: false, signal: listening.signal });
    return () => {
      observer.disconnect();
      listening.abort();
    };
  }, [frame]);
  return size;
}
