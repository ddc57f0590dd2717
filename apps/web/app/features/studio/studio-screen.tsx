import type { ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { type ComponentProps, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { offeredPicture } from '../../document/sharing/offered-picture.ts';
import { useSite } from '../../document/use-site.ts';
import { useSession } from '../../session/session.ts';
import { useStore } from '../../state/use-store.ts';
import { ComposeDock } from './compose/compose-dock.tsx';
import type { Draft } from './compose/draft.ts';
import { ImageSettings } from './compose/image-settings.tsx';
import { OrderBar, OrderNotices } from './compose/order-bar.tsx';
import { DesignHint, PromptAdvice } from './compose/prompt-advice.tsx';
import { PromptField } from './compose/prompt-field.tsx';
import { Sidebar } from './compose/sidebar.tsx';
import { type DraftControl, useDraft } from './compose/use-draft.ts';
import { useOrder } from './compose/use-order.ts';
import { usePendingOrder } from './compose/use-pending-order.ts';
import { useReplacedPrompt } from './compose/use-replaced-prompt.ts';
import { ImportPanel, WaitingPicture } from './editor/import-panel.tsx';
import { Examples } from './examples/examples.tsx';
import { StudioHeader } from './studio-header.tsx';
import type { StudioState } from './studio-state.ts';
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
  const { pictureEditing } = useSite();
  const session = useSession({ onlyIfLikely: true });
  const signedIn = session.status === 'signed-in';
  const state = useStore(studioStore);
  const control = useDraft();
  const order = useOrder(control, state, session);
  const replaced = useReplacedPrompt(control);
  const picture = useStore(offeredPicture);
  const [keysShown, setKeysShown] = useState(false);
  useFollowing(signedIn);
  usePendingOrder(order, session, state.studio !== undefined);
  useKeys({ onGenerate: order.send, onHelp: () => setKeysShown(true) });
  const { reuse, takeExample } = useFilling(control);
  return (
    <div className="work-width pt-4 pb-24 sm:pt-6 max-lg:pb-0">
      <StudioHeader session={session} />
      {picture && !signedIn && session.status !== 'unknown' ? <WaitingPicture picture={picture} /> : undefined}
      <div className="mt-4 grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-8">
        <div className="grid min-w-0 grid-cols-1 content-start gap-6 pb-6 lg:col-start-1 lg:row-start-1 lg:pb-48">
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
          {pictureEditing ? <ImportPanel converted={converted} /> : undefined}
        </div>
        <ComposeDock
          draft={control.draft}
          settings={
            <Settings control={control} state={state} signedIn={signedIn} credits={credits} onReplace={replaced.replace} />
          }
          notices={<OrderNotices order={order} state={state} draft={control.draft} />}
          prompt={
            <PromptField
              control={control}
              replaced={replaced}
              studio={state.studio}
              history={order.history}
              onHistory={order.setHistory}
            />
          }
          orderBar={(settingsButton) => (
            <OrderBar order={order} draft={control.draft} freeCredits={freeCredits} settingsButton={settingsButton} />
          )}
        />
      </div>
      <Suspense>{keysShown ? <KeysDialog onClose={() => setKeysShown(false)} /> : undefined}</Suspense>
    </div>
  );
}

type SettingsProps = {
  readonly control: DraftControl;
  readonly state: StudioState;
  readonly signedIn: boolean;
  readonly credits: ReactNode;
  readonly onReplace: (prompt: string) => void;
};

/** Everything but the prompt. */
function Settings({ control, state, signedIn, credits, onReplace }: SettingsProps) {
  const { imageServices } = useSite();
  const { prompt, style } = control.draft;
  return (
    <>
      {imageServices ? undefined : <DesignHint />}
      <ImageSettings control={control} state={state} />
      {imageServices ? <PromptAdvice prompt={prompt} style={style} onReplace={onReplace} /> : undefined}
      {
        // Visitors of the design studio have neither credits nor images.
        signedIn || imageServices ? (
          <Sidebar credits={signedIn ? credits : undefined} state={signedIn ? state : undefined} control={control} />
        ) : undefined
      }
    </>
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

/** Fills in the settings of an image, or an example. */
function useFilling({ change }: DraftControl) {
  const reuse = useCallback(
    (image: ImageView): void => {
      change(settingsOf(image));
      scrollTo({ top: 0 });
    },
    [change],
  );
  const takeExample = useCallback((prompt: string) => change({ prompt }), [change]);
  return { reuse, takeExample };
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
