import type { ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { offeredPicture } from '../../document/offered-picture.ts';
import { useSite } from '../../document/use-site.ts';
import { useSession } from '../../session/session.ts';
import { useStore } from '../../state/use-store.ts';
import type { Draft } from './compose/draft.ts';
import { ImageSettings } from './compose/image-settings.tsx';
import { OrderBar } from './compose/order-bar.tsx';
import { PromptPanel } from './compose/prompt-panel.tsx';
import { Sidebar } from './compose/sidebar.tsx';
import { useDraft } from './compose/use-draft.ts';
import { useOrder } from './compose/use-order.ts';
import { usePendingOrder } from './compose/use-pending-order.ts';
import { ImportPanel, WaitingPicture } from './editor/import-panel.tsx';
import { Examples } from './examples/examples.tsx';
import { StudioHeader } from './studio-header.tsx';
import { studioStore } from './studio-store.ts';
import { useKeys } from './use-keys.ts';

const Results = lazy(async () => ({ default: (await import('./results/results.tsx')).Results }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

type StudioScreenProps = {
  /** Credits of an account, in the sidebar. */
  readonly credits: ReactNode;
  /** Passes images to the converter. */
  readonly onConvert: (files: readonly File[]) => void;
  /** Images the converter made in this tab. */
  readonly converted: readonly File[];
  readonly freeCredits: number;
};

/** The image studio. It is visible to all; ordering asks to sign in. */
export function StudioScreen({ credits, onConvert, converted, freeCredits }: StudioScreenProps) {
  const t = useMessages('studio');
  const { imageServices, pictureEditing } = useSite();
  const session = useSession({ onlyIfLikely: true });
  const signedIn = session.status === 'signed-in';
  const state = useStore(studioStore);
  const control = useDraft();
  // Visitors of the design studio have neither credits nor images.
  const sidebar = signedIn || imageServices;
  const order = useOrder(control, state, session);
  const picture = useStore(offeredPicture);
  const [keysShown, setKeysShown] = useState(false);
  useFollowing(signedIn);
  usePendingOrder(order, session, state.studio !== undefined);
  useKeys({ onGenerate: order.send, onHelp: () => setKeysShown(true) });
  const { change } = control;
  const reuse = useCallback(
    (image: ImageView): void => {
      change(settingsOf(image));
      scrollTo({ top: 0 });
    },
    [change],
  );
  const takeExample = useCallback((prompt: string) => change({ prompt }), [change]);
  return (
    <div className="work-width pt-8 pb-24 sm:pt-12">
      <StudioHeader session={session} />
      {picture && !signedIn && session.status !== 'unknown' ? <WaitingPicture picture={picture} /> : undefined}
      <div className={classNames('mt-8 grid grid-cols-1 gap-10', sidebar && 'lg:grid-cols-[minmax(0,1fr)_18rem]')}>
        <div className="grid min-w-0 grid-cols-1 content-start gap-8">
          <PromptPanel control={control} history={order.history} onHistory={order.setHistory} />
          <ImageSettings control={control} state={state} />
          <OrderBar order={order} state={state} draft={control.draft} freeCredits={freeCredits} />
          {pictureEditing ? <ImportPanel converted={converted} /> : undefined}
          {signedIn ? (
            <Suspense fallback={<div className="min-h-96" />}>
              <Results
                state={state}
                picture={picture}
                format={control.draft.format}
                recipe={control.draft.recipe}
                onReuse={reuse}
                onConvert={onConvert}
                onExample={takeExample}
                onAgain={order.again}
              />
            </Suspense>
          ) : (
            <Examples heading={t('examplesTitle')} onChoose={takeExample} />
          )}
        </div>
        {sidebar ? (
          <Sidebar credits={signedIn ? credits : undefined} state={signedIn ? state : undefined} control={control} />
        ) : undefined}
      </div>
      <Suspense>{keysShown ? <KeysDialog onClose={() => setKeysShown(false)} /> : undefined}</Suspense>
    </div>
  );
}

/** The settings of an image, to order it again. */
function settingsOf({ prompt, negativePrompt = '', style, aspectRatio, resolution, seed }: ImageView): Partial<Draft> {
  const given = { prompt, negativePrompt, aspectRatio, resolution, seed: seed === undefined ? '' : String(seed) };
  return { ...given, style: style ?? '' };
}

function useFollowing(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn) return;
    const following = new AbortController();
    void studioStore.open(following.signal);
    return () => following.abort();
  }, [signedIn]);
}
