import { useEffect, useEffectEvent, useState } from 'react';
import { pastesText } from './pastes-text.ts';

type PageInput = {
  /** Whether dropping this is possible; called while it is dragged over the page. */
  readonly accepts: (transfer: DataTransfer) => boolean;
  readonly onDrop: (transfer: DataTransfer) => void;
  /** Returns whether the pasted data was taken. Text pasted into a field is left to the field. */
  readonly onPaste: (pasted: DataTransfer) => boolean;
};

/** Accepts drops and pastes on the whole page. Returns true while something acceptable is dragged over it. */
export function usePageInput({ accepts, onDrop, onPaste }: PageInput): boolean {
  const [dragging, setDragging] = useState(false);
  const over = useEffectEvent((event: DragEvent): void => {
    if (!event.dataTransfer || !accepts(event.dataTransfer)) return;
    event.preventDefault();
    setDragging(true);
  });
  const drop = useEffectEvent((event: DragEvent): void => {
    setDragging(false);
    if (!event.dataTransfer || !accepts(event.dataTransfer)) return;
    event.preventDefault();
    onDrop(event.dataTransfer);
  });
  const paste = useEffectEvent((event: ClipboardEvent): void => {
    if (!event.clipboardData || pastesText(event)) return;
    if (onPaste(event.clipboardData)) event.preventDefault();
  });
  useEffect(() => {
    const listening = new AbortController();
    addEventListener('dragover', (event) => over(event), listening);
    addEventListener('dragleave', (event) => event.relatedTarget === null && setDragging(false), listening);
    addEventListener('dragend', () => setDragging(false), listening);
    addEventListener('drop', (event) => drop(event), listening);
    addEventListener('paste', (event) => paste(event), listening);
    return () => listening.abort();
  }, []);
  return dragging;
}

export function carriesFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}
