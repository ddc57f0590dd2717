import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The element beside the preview that holds the settings of what is selected on it. */
export const SidePanelPlace = createContext<HTMLElement | null>(null);

/** Shows settings beside the preview, or where it is used if there is no such place. */
export function SidePanel({ children }: { readonly children: ReactNode }): ReactNode {
  const place = useContext(SidePanelPlace);
  return place ? createPortal(children, place) : children;
}
