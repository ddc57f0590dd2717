/** Loaded on demand. */
import type { ExtenderView, ImageView } from '@bakkum/api-contract/images/images';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { type Edges, extendedSize, MAX_EDGE } from '@bakkum/studio-options/extending';
import { readsPrompt } from '@bakkum/studio-options/languages';
import { INSTRUCTIONS_LENGTH } from '@bakkum/studio-options/limits';
import { NativeSelect, TextArea, TextField } from '@bakkum/ui/field';
import { type ReactNode, useState } from 'react';
import { call } from '../../../session/api.ts';
import { useServerData } from '../../../state/server-data.ts';
import { TranslationPanel } from '../compose/translation-panel.tsx';
import type { StudioState } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';
import { receiversOf } from './editors.ts';
import { edgesFor, isTooLarge, type Shape, shapesOf, totalOf } from './extension-edges.ts';
import { useVersionOrder } from './use-version-order.ts';
import { isFree, useObstacle, VersionOptions, VersionsFailure } from './version-choice.tsx';
import { VersionDialog } from './version-dialog.tsx';

type StudioWords = ReturnType<typeof useMessages<'studio'>>;

type ExtendDialogProps = { readonly image: ImageView; readonly state: StudioState; readonly onClose: () => void };

/** Draws more of an image beyond its edges, as a new version. */
export function ExtendDialog({ image, state, onClose }: ExtendDialogProps): ReactNode {
  const t = useMessages('studio');
  const [edges, setEdges] = useState(() => edgesFor(image, shapesOf(image)[1] ?? 'around'));
  const [words, setWords] = useState('');
  const { extenders, isCurrent, fault, read, choose, extender } = useExtenders(image, edges);
  const { order, isSending, failure } = useVersionOrder(image.id, studioStore.extend, onClose);
  const obstacle = useObstacle(extender, (extenders ?? []).some(isFree));
  const isForeign = extender?.method === 'model' && isUnread(extender, words, state);
  const isReady = isCurrent && obstacle === undefined && !isForeign;
  const send = (): void => {
    if (!extender || !isReady) return;
    const instructions = extender.method === 'model' ? words.trim() : '';
    void order({ model: extender.model, ...edges, ...(instructions && { instructions }) });
  };
  return (
    <VersionDialog
      title={t('extendTitle')}
      action={isCurrent ? sendLabel(extender, t) : t('extend')}
      isReady={extender !== undefined && isReady}
      isSending={isSending}
      failure={failure}
      wide
      onSend={send}
      onClose={onClose}
    >
      <p className="text-ink-soft tabular">{t('extendFrom', { size: sizeText(image) })}</p>
      <div className="mt-4 grid grid-cols-1 gap-6 md:grid-cols-2">
        <Preview image={image} edges={edges} />
        <div className="grid min-w-0 content-start gap-5">
          <EdgeFields image={image} edges={edges} onChange={setEdges} />
          {extender?.method === 'model' ? (
            <WordsField words={words} isForeign={isForeign} state={state} onChange={setWords} />
          ) : undefined}
          <VersionsFailure failure={fault} onRetry={read} />
          {extenders?.length === 0 ? <NoExtender image={image} edges={edges} /> : undefined}
          <Extenders image={image} state={state} extenders={extenders} chosen={extender} onChoose={choose} />
          {obstacle === undefined ? undefined : <p className="text-danger text-sm">{obstacle}</p>}
        </div>
      </div>
    </VersionDialog>
  );
}

function sendLabel(extender: ExtenderView | undefined, t: StudioWords): string {
  if (!extender) return t('extend');
  return extender.credits > 0 ? t('extendCost', { count: extender.credits }) : t('extendFree');
}

type WordsFieldProps = {
  readonly words: string;
  /** Whether the model doesn't read their language, or needs words in a language that it reads. */
  readonly isForeign: boolean;
  readonly state: StudioState;
  readonly onChange: (words: string) => void;
};

/** What to draw in the new area. */
function WordsField({ words, isForeign, state, onChange }: WordsFieldProps) {
  const t = useMessages('studio');
  return (
    <>
      <TextArea
        label={t('extendWords')}
        rows={2}
        maxLength={INSTRUCTIONS_LENGTH}
        value={words}
        placeholder={t('extendWordsPlaceholder')}
        error={isForeign ? t('whyLanguage') : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {state.studio?.translates ? (
        <TranslationPanel
          texts={{ prompt: words, negativePrompt: '' }}
          needed={isForeign && words.trim() !== ''}
          label={t('translatedInstructions')}
          onChange={({ prompt }) => onChange(prompt)}
        />
      ) : undefined}
    </>
  );
}

/** Loads the extenders after every change of the edges. The previous ones stay on screen meanwhile, so that nothing jumps. */
function useExtenders({ id }: ImageView, edges: Edges) {
  const [chosen, choose] = useState<string>();
  const { body, fault, isReading, read } = useServerData({
    key: ['extenders', id, edges],
    ask: () => call('GET /api/images/{id}/extenders', undefined, { id, query: edges }),
    isEnabled: totalOf(edges) > 0,
  });
  const [last, setLast] = useState(body);
  if (body && body !== last) setLast(body);
  const extenders = fault ? undefined : (body ?? last)?.extenders;
  const extender = extenders?.find(({ model }) => model === chosen) ?? usual(extenders ?? []);
  /** Whether these are the extenders, and prices, of the current edges. */
  const isCurrent = body !== undefined && fault === undefined && !isReading;
  return { extenders, isCurrent, fault, read, choose, extender };
}

/** The default: an extender within the plan, if possible a free one. */
function usual(extenders: readonly ExtenderView[]): ExtenderView | undefined {
  const within = extenders.filter(({ needs }) => needs === undefined);
  return within.find(isFree) ?? within[0] ?? extenders[0];
}

/** Whether the model doesn't read the words or, without words, the prompt of the image. */
function isUnread({ model, needsInstructions }: ExtenderView, words: string, { studio }: StudioState): boolean {
  if (words.trim() === '') return needsInstructions;
  const languages = studio?.models.find(({ id }) => id === model)?.languages;
  return languages !== undefined && !readsPrompt(languages, words);
}

function sizeText({ width, height }: { readonly width: number; readonly height: number }): string {
  return `${width} × ${height}`;
}

type EdgesProps = { readonly image: ImageView; readonly edges: Edges };

/** The new canvas with the image at its place. */
function Preview({ image, edges }: EdgesProps) {
  const t = useMessages('studio');
  const { width, height } = extendedSize(image, edges);
  const share = (part: number, whole: number): string => `${(part / whole) * 100}%`;
  return (
    <div>
      <div
        className="relative mx-auto rounded-md border-2 border-line-strong border-dashed bg-sunken"
        style={{ aspectRatio: width / height, maxWidth: `calc(45dvh * ${width / height})` }}
      >
        <img
          src={image.thumbnailUrl}
          alt=""
          className="absolute"
          style={{
            left: share(edges.left, width),
            top: share(edges.up, height),
            width: share(image.width, width),
            height: share(image.height, height),
          }}
        />
      </div>
      <output className="mt-2 block text-center text-ink-soft text-sm tabular">
        {t('extendSize', { size: sizeText({ width, height }) })}
      </output>
    </div>
  );
}

const SIDES = ['left', 'right', 'up', 'down'] as const;
const CUSTOM = 'custom';

/** The new shape, or the pixels of each side. */
function EdgeFields({ image, edges, onChange }: EdgesProps & { readonly onChange: (edges: Edges) => void }) {
  const t = useMessages('studio');
  const shapes = shapesOf(image);
  const shape = shapes.find((one) => SIDES.every((side) => edgesFor(image, one)[side] === edges[side]));
  return (
    <>
      <NativeSelect
        label={t('extendShape')}
        value={shape ?? CUSTOM}
        onChange={({ target }) => {
          const chosen = shapes.find((one) => one === target.value);
          if (chosen) onChange(edgesFor(image, chosen));
        }}
      >
        {shapes.map((one) => (
          <option key={one} value={one}>
            {shapeText(one, t)}
          </option>
        ))}
        <option value={CUSTOM} disabled={shape !== undefined}>
          {t('extendCustom')}
        </option>
      </NativeSelect>
      <fieldset>
        <legend className="font-medium text-sm">{t('extendPixels')}</legend>
        <div className="mt-1.5 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {SIDES.map((side) => (
            <TextField
              key={side}
              type="number"
              inputMode="numeric"
              min={0}
              max={MAX_EDGE}
              label={t(`extend_${side}`)}
              value={String(edges[side])}
              onChange={({ target }) => onChange({ ...edges, [side]: pixelsIn(target.value) })}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

function shapeText(shape: Shape, t: StudioWords): string {
  return shape === 'around' ? t('extendAround') : shape;
}

function pixelsIn(text: string): number {
  return Math.min(MAX_EDGE, Math.max(0, Math.round(Number(text)) || 0));
}

function NoExtender({ image, edges }: EdgesProps) {
  const t = useMessages('studio');
  return <p>{t(isTooLarge(image, edges) ? 'extendTooLarge' : 'extendNone')}</p>;
}

type ExtendersProps = {
  readonly image: ImageView;
  readonly state: StudioState;
  readonly extenders: readonly ExtenderView[] | undefined;
  readonly chosen: ExtenderView | undefined;
  readonly onChoose: (model: string) => void;
};

function Extenders({ image, state, extenders = [], chosen, onChoose }: ExtendersProps) {
  const t = useMessages('studio');
  if (extenders.length === 0) return undefined;
  return (
    <fieldset>
      <legend className="sr-only">{t('model')}</legend>
      <div className="grid gap-2">
        <VersionOptions
          name="extend"
          options={extenders.map((extender) => ({ id: extender.model, label: nameOf(extender, t), price: extender }))}
          chosen={chosen?.model}
          onChoose={onChoose}
        />
      </div>
      {chosen ? <p className="mt-2 text-ink-soft text-sm">{t(`extendNote_${chosen.method}`)}</p> : undefined}
      {chosen?.method === 'model' ? <Sent image={image} extenders={extenders} chosen={chosen} state={state} /> : undefined}
    </fieldset>
  );
}

type SentProps = {
  readonly image: ImageView;
  readonly extenders: readonly ExtenderView[];
  readonly chosen: ExtenderView;
  readonly state: StudioState;
};

/** Which services receive the image: the chosen one, and those that replace it if it fails. */
function Sent({ image, extenders, chosen, state }: SentProps) {
  const t = useMessages('studio');
  const locale = useLocale();
  const asking = new Set(state.studio?.models.flatMap(({ id, needsConsent }) => (needsConsent ? id : [])));
  const others = extenders.filter(({ method, model }) => method === 'model' && !asking.has(model));
  return (
    <p className="mt-1 text-ink-soft text-sm">
      {t('sentTo', { names: receiversOf([chosen, ...others], locale) })}
      {image.transparent ? ` ${t('sentOnWhite')}` : undefined}
    </p>
  );
}

function nameOf({ method, name, serviceName }: ExtenderView, t: StudioWords): string {
  if (method === 'redraw') return t('extend_redraw');
  return t('extendModel', { name: name === serviceName ? name : `${name} · ${serviceName}` });
}
