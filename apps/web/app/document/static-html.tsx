import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';

/** Renders HTML that the server made from components, which therefore add no script. Its links navigate like those of the router. */
export function StaticHtml({ html }: { readonly html: string }): ReactNode {
  const navigate = useNavigate();
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.target !== '') return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  };
  return (
    // The links handle keys themselves; this only keeps the list of files while navigating.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions, no-danger -- rendered on the server
    <div onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
