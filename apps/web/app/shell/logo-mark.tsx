/** Two interlocking sheets around a ㅂ. The same drawing as public/favicon.svg. */
export function LogoMark({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className} fill="currentColor">
      <path d="M4 3h4l3 3v5H4zM4 20.5h7v2.5h17v3a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3zM21 3h4l3 3v15h-7v-2.5H4v-5h17z" />
    </svg>
  );
}
