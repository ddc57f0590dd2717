import { CircleCheck } from '@bakkum/ui/icons';

/** Confirms an action beside its button. Always rendered, so that screen readers announce the change. */
export function DoneNotice({ children }: { readonly children: string | undefined }) {
  return (
    <output className="flex min-h-6 items-center gap-2 text-ink-soft text-sm">
      {children ? (
        <>
          <CircleCheck aria-hidden size={18} className="shrink-0 text-success" />
          <span className="min-w-0 break-words">{children}</span>
        </>
      ) : undefined}
    </output>
  );
}
