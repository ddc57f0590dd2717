import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Crop } from '../image-edit/crop-editor.tsx';
import type { Edit } from '../image-edit/edited-view.ts';
import type { Side } from '../preview/showing.ts';
import { useShown } from '../preview/use-shown.ts';
import type { Size } from '../preview/view-frame.ts';
import { ZoomComparison } from '../preview/zoom-comparison.tsx';

const CropStage = lazy(async () => ({ default: (await import('../image-edit/crop-editor.tsx')).CropStage }));

export type Cropping = Crop & { readonly onSize: (size: Size) => void };

type PictureStageProps = {
  readonly before: Side;
  readonly after: Side | undefined;
  readonly edit: Edit;
  /** Shows the crop box instead of the result. */
  readonly cropping: Cropping | undefined;
  /** A new result is being made. */
  readonly isStale: boolean;
};

/** The image, and beside the divider its result as soon as there is one. */
export function PictureStage({ before, after, edit, cropping, isStale }: PictureStageProps): ReactNode {
  const t = useMessages('conversion');
  const [failed, setFailed] = useState<string>();
  const left = useShown(before);
  const right = useShown(after ?? before);
  if (failed !== undefined || left === 'failed') return <Message>{t('cannotShow', { format: failed ?? before.format })}</Message>;
  if (!left) return <Message>{t('makingPreview')}</Message>;
  if (cropping)
    return (
      <Suspense>
        <CropStage {...cropping} picture={{ ...before, shown: left }} onFailure={() => setFailed(before.format)} />
      </Suspense>
    );
  const result = after && right instanceof Blob ? { ...after, shown: right } : undefined;
  return (
    <div className="relative h-full">
      <ZoomComparison
        before={{ ...before, shown: left }}
        after={result}
        edit={edit}
        onFailure={setFailed}
        className={classNames('h-full transition-opacity', isStale && result && 'opacity-80')}
      />
      {result ? (
        <>
          <Tag className="left-3">{before.format}</Tag>
          <Tag className="right-3">{result.format}</Tag>
        </>
      ) : undefined}
    </div>
  );
}

function Tag({ className, children }: { readonly className: string; readonly children: ReactNode }): ReactNode {
  return (
    <span
      aria-hidden
      className={classNames(
        'pointer-events-none absolute top-3 rounded-sm bg-surface/90 px-2 py-1 font-semibold text-xs shadow-raised',
        className,
      )}
    >
      {children}
    </span>
  );
}

function Message({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className="grid h-full min-h-48 place-items-center p-6 text-center text-ink-soft">{children}</p>;
}
