/** Two interlocking sheets around a ㅂ. The same drawing as public/favicon.svg. */
export function LogoMark({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden className={className} fill="currentColor">
      <path d="M4 2H5L8 5V10H22.5V16H2V4a2 2 0 0 1 2-2zM27 2H28a2 2 0 0 1 2 2V27a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V17.5H8V24H24V5z" />
    </svg>
  );
}
