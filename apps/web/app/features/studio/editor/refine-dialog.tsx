/** Loaded on demand. */
import type { ImageView } from '@bakkum/api-contract/images/images';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { imageTitle } from '@bakkum/studio-options/file-name';
import { INSTRUCTIONS_LENGTH } from '@bakkum/studio-options/limits';
import { Disclosure } from '@bakkum/ui/disclosure';
import { CONTROL_CLASS, Field, NativeSelect } from '@bakkum/ui/field';
import { type ReactNode, useState } from 'react';
import { call } from '../../../session/api.ts';
import { useSession } from '../../../session/session.ts';
import { useServerData } from '../../../state/server-data.ts';
import { TranslationPanel } from '../compose/translation-panel.tsx';
import { ModelOptions } from '../model-options.tsx';
import type { StudioState } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';
import { editorsOf } from './editors.ts';
import { ImageComparison } from './image-comparison.tsx';
import { MaskCanvas } from './mask-canvas.tsx';
import { type Strength, StrengthField, useStrength } from './strength-field.tsx';
import { type Editing, useEditors } from './use-editors.ts';
import { useVersionOrder } from './use-version-order.ts';
import { VersionDialog } from './version-dialog.tsx';

type StudioWords = ReturnType<typeof useMessages<'studio'>>;

type RefineDialogProps = { readonly image: ImageView; readonly state: StudioState; readonly onClose: () => void };

/** Edits a copy of this image by instructions, and with a mask if a model supports it. */
export function RefineDialog({ image, state, onClose }: RefineDialogProps): ReactNode {
  const t = useMessages('studio');
  const [instructions, setInstructions] = useState('');
  const [mask, setMask] = useState<string>();
  const versions = useVersions(image.id);
  const editing = useEditors({ image, instructions, masked: mask !== undefined }, state.studio);
  const obstacle = useObstacle(editing.model);
  const credits = typeof editing.model === 'object' ? editing.model.editor.credits : undefined;
  const ready = instructions.trim() !== '' && credits !== undefined && !obstacle;
  const masks = editing.models.some((model) => model.mask);
  const { order, isSending, failure } = useVersionOrder(image.id, studioStore.refine, onClose);
  const strength = useEditStrength(editing.model, mask);
  const send = (): void => {
    if (!ready) return;
    const options = { ...chosenModel(editing), ...(mask && { mask }), ...chosenStrength(strength) };
    void order({ instructions: instructions.trim(), ...options });
  };
  return (
    <VersionDialog
      title={t('refineTitle')}
      action={sendLabel(credits, t)}
      isReady={ready}
      isSending={isSending}
      failure={failure}
      wide
      onSend={send}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <div className="min-w-0">
          {masks ? <MaskCanvas image={image} onMask={setMask} /> : undefined}
          <Shown image={image} versions={versions} canMask={editing.model === undefined ? undefined : masks} />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <Origin image={image} versions={versions} state={state} />
          <Instructions
            value={instructions}
            redrawn={isRedrawn(editing.model)}
            error={obstacle}
            onChange={setInstructions}
            onSend={send}
          />
          {state.studio?.translates ? (
            <TranslationPanel
              texts={{ prompt: instructions, negativePrompt: '' }}
              needed={editing.translatable}
              label={t('translatedInstructions')}
              onChange={({ prompt }) => setInstructions(prompt)}
            />
          ) : undefined}
          <EditorSelect image={image} editing={editing} />
          <StrengthField strength={strength} />
          <History image={image} versions={versions} />
        </div>
      </div>
    </VersionDialog>
  );
}

/** Masks say what to change, so models receive no strength with them. */
function useEditStrength(model: Editing['model'], mask: string | undefined): Strength {
  const editor = typeof model === 'object' && mask === undefined ? model : undefined;
  return useStrength(editor?.id, editor?.strength?.edit);
}

function chosenStrength({ chosen }: Strength): { readonly strength?: number } {
  return chosen === undefined ? {} : { strength: chosen };
}

function chosenModel({ chosen }: Editing): { readonly model?: string } {
  return chosen ? { model: chosen } : {};
}

function sendLabel(credits: number | undefined, t: StudioWords): string {
  if (credits === undefined) return t('refineTitle');
  return credits === 0 ? t('refineFree') : t('refineCost', { count: credits });
}

/** Whether a design is drawn again. */
function isRedrawn(model: Editing['model']): boolean {
  return typeof model === 'object' && model.edit === 'redrawn';
}

/** Whether a service receives the image. */
function isSent(model: Editing['model']): boolean {
  return typeof model === 'object' && model.edit !== 'redrawn';
}

/** Returns why the image can't be edited. */
function useObstacle(model: Editing['model']): string | undefined {
  const t = useMessages('studio');
  const session = useSession();
  const current = session.status === 'signed-in' ? session.balance?.current : undefined;
  if (model === 'none') return t('refineImpossible');
  if (model === 'unmasked') return t('refineUnmasked');
  if (model === 'language') return t('whyLanguage');
  const price = model?.editor.credits ?? 0;
  if (current === undefined || current >= price) return undefined;
  return current <= 0 ? t('whyNoCredits') : t('refineTooFew', { price, current });
}

type EditorSelectProps = { readonly image: ImageView; readonly editing: Editing };

/** The model that edits, where there is a choice, and the size and transparency of the result. */
function EditorSelect({ image, editing: { models, chosen, choose, model } }: EditorSelectProps) {
  const t = useMessages('studio');
  const size = typeof model === 'object' ? `${model.editor.width} × ${model.editor.height}` : undefined;
  const onWhite = image.transparent && isSent(model) ? ` ${t('sentOnWhite')}` : '';
  const result = size && t('refineResult', { size }) + onWhite;
  if (models.length < 2) return result ? <p className="text-ink-soft text-sm tabular">{result}</p> : undefined;
  return (
    <NativeSelect label={t('model')} hint={result} value={chosen} onChange={({ target }) => choose(target.value)}>
      <ModelOptions models={models} />
    </NativeSelect>
  );
}

type OriginProps = VersionsProps & { readonly state: StudioState };

/** The origin: the prompt, or the user's own image, and then which service receives it. */
function Origin({ image, versions: [first], state }: OriginProps) {
  const t = useMessages('studio');
  const locale = useLocale();
  const own = image.prompt === '';
  return (
    <div>
      <h3 className="font-medium text-sm">{t(own ? 'ownPicture' : 'originalPrompt')}</h3>
      <p className="mt-1 break-words text-ink-soft">{own ? imageTitle(first ?? image) : image.prompt}</p>
      {own && state.studio?.refine.edit ? (
        <p className="mt-1 text-ink-faint text-sm">{t('refineSends', { names: editorsOf(state, locale) })}</p>
      ) : undefined}
    </div>
  );
}

type InstructionsProps = {
  readonly value: string;
  /** Whether a design is drawn again. */
  readonly redrawn: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onSend: () => void;
};

function Instructions({ value, redrawn, error, onChange, onSend }: InstructionsProps) {
  const t = useMessages('studio');
  return (
    <Field label={t('instructions')} hint={t(redrawn ? 'refineDesign' : 'refineEdit')} error={error}>
      {({ id, describedBy, invalid }) => (
        <textarea
          id={id}
          rows={4}
          maxLength={INSTRUCTIONS_LENGTH}
          value={value}
          placeholder={t(redrawn ? 'designChangePlaceholder' : 'instructionsPlaceholder')}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onSend();
          }}
          className={`${CONTROL_CLASS} py-2.5`}
        />
      )}
    </Field>
  );
}

/** The first image and all images made from it, oldest first. */
function useVersions(id: string): readonly ImageView[] {
  const { body } = useServerData({
    key: ['iterations', id],
    ask: () => call('GET /api/images/{id}/iterations', undefined, { id }),
  });
  return body?.images ?? [];
}

type VersionsProps = { readonly image: ImageView; readonly versions: readonly ImageView[] };

type ShownProps = VersionsProps & {
  /** Whether a model redraws marked parts, so that the image to mark is shown already. Undefined until it is known. */
  readonly canMask: boolean | undefined;
};

/** The image, beside the first one of its history if that is another one. */
function Shown({ image, versions: [first], canMask }: ShownProps) {
  const t = useMessages('studio');
  if (first && first.id !== image.id) {
    return (
      <Disclosure title={t('compare')} open={canMask === false}>
        <ImageComparison before={first} after={image} />
      </Disclosure>
    );
  }
  if (canMask) return undefined;
  return (
    <img
      src={image.url}
      alt={t('imageAlt', { prompt: imageTitle(image) })}
      className="max-h-[60dvh] w-full rounded-md object-contain"
    />
  );
}

function stepOf({ refinement, iteration: number, width, height, importedAs }: ImageView, t: StudioWords): string {
  if (!refinement) return t(importedAs === undefined ? 'historyFirst' : 'ownPicture');
  const size = `${width} × ${height}`;
  if (refinement.mode === 'upscale') return t('upscaledStep', { number, size });
  if (refinement.mode === 'extend') return t('extendedStep', { number, size });
  if (refinement.mode === 'remove-background') return t('backgroundStep', { number });
  if (refinement.mode === 'variation') return t('variedStep', { number });
  return t('historyStep', { number, instructions: refinement.instructions });
}

function History({ image, versions }: VersionsProps) {
  const t = useMessages('studio');
  if (versions.length < 2) return undefined;
  return (
    <div>
      <h3 className="font-medium text-sm">{t('history')}</h3>
      <ol className="mt-2 grid gap-2">
        {versions.map((version) => (
          <li key={version.id} className="flex items-center gap-3" aria-current={version.id === image.id ? 'true' : undefined}>
            <img src={version.thumbnailUrl} alt="" className="size-12 shrink-0 rounded-sm object-cover" />
            <span className={version.id === image.id ? 'font-semibold text-sm' : 'text-ink-soft text-sm'}>
              {stepOf(version, t)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
