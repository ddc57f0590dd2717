import type { ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { type ComponentProps, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { offeredPicture } from '../../document/sharing/offered-picture.ts';
import { useSite } from '../../document/use-site.ts';
import { useSession } from '../../session/session.ts';
import { useStore } from '../../state/use-store.ts';
import { ComposeRail, FoldedSettings } from './compose/compose-rail.tsx';
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
    <div className="work-width pt-5 pb-24 sm:pt-8">
      <StudioHeader session={session} />
      {picture && !signedIn && session.status !== 'unknown' ? <WaitingPicture picture={picture} /> : undefined}
      <div className="mt-5 grid grid-cols-1 gap-6 lg:grid-cols-[24rem_minmax(0,1fr)] lg:gap-10">
        <ComposeRail orderBar={<OrderBar order={order} state={state} draft={control.draft} freeCredits={freeCredits} />}>
          <PromptPanel control={control} studio={state.studio} history={order.history} onHistory={order.setHistory} />
          <FoldedSettings draft={control.draft}>
            <ImageSettings control={control} state={state} />
            {sidebar ? (
              <Sidebar credits={signedIn ? credits : undefined} state={signedIn ? state : undefined} control={control} />
            ) : undefined}
          </FoldedSettings>
          {pictureEditing ? <ImportPanel converted={converted} /> : undefined}
        </ComposeRail>
        <div className="grid min-w-0 grid-cols-1 content-start gap-8">
          {signedIn ? (
            <Images
              state={state}
              picture={picture}
              draft={control.draft}
              onConvert={onConvert}
              onReuse={reuse}
              onExample={takeExample}
              onAgain={order.again}
            />
          ) : (
            <Examples heading={t('examplesTitle')} onChoose={takeExample} />
          )}
        </div>
      </div>
      <Suspense>{keysShown ? <KeysDialog onClose={() => setKeysShown(false)} /> : undefined}</Suspense>
    </div>
  );
}

type ImagesProps = Omit<ComponentProps<typeof Results>, 'format' | 'recipe'> & { readonly draft: Draft };

/** The images of a signed-in user. */
function Images({ draft: { format, recipe }, ...results }: ImagesProps) {
  return (
    <Suspense fallback={<div className="min-h-96" />}>
      <Results {...results} format={format} recipe={recipe} />
    </Suspense>
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
