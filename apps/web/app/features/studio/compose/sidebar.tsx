import { useMessages } from '@bakkum/i18n/react';
import { STYLE_IDS } from '@bakkum/studio-options/styles';
import { Button } from '@bakkum/ui/button';
import { classNames } from '@bakkum/ui/class-names';
import { TextField } from '@bakkum/ui/field';
import { IconButton } from '@bakkum/ui/icon-button';
import { Lightbulb, Trash2 } from '@bakkum/ui/icons';
import { type ReactNode, useState } from 'react';
import { takeFocus } from '../../../forms/take-focus.ts';
import { PrerenderedSketch } from '../sketches/still-picture.tsx';
import { presetStill } from '../sketches/stills.ts';
import type { StudioState } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';
import type { DraftControl } from './use-draft.ts';

type SidebarProps = {
  readonly credits: ReactNode;
  /** For signed-in users. */
  readonly state: StudioState | undefined;
  readonly control: DraftControl;
};

/** Credits, styles and settings to reuse, statistics and tips. */
export function Sidebar({ credits, state, control }: SidebarProps) {
  return (
    <aside className="grid grid-cols-1 content-start gap-8">
      {credits}
      <Presets state={state} control={control} />
      {state ? <Statistics state={state} /> : undefined}
      <Tips />
    </aside>
  );
}

function Presets({ state, control }: Pick<SidebarProps, 'state' | 'control'>) {
  const t = useMessages('studio');
  const { draft, change } = control;
  return (
    <section aria-labelledby="presets" className="drawn-when-near-[50rem] lg:drawn-when-near-[42rem]">
      <h2 id="presets" className="font-semibold">
        {t('presets')}
      </h2>
      <ul className="mt-3 grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-2">
        {STYLE_IDS.map((style) => (
          <li key={style}>
            <button
              type="button"
              aria-pressed={draft.style === style}
              onClick={() => change({ style })}
              className={classNames(
                'block w-full cursor-pointer overflow-hidden rounded-md border bg-surface text-left transition-colors',
                draft.style === style ? 'border-accent' : 'border-line hover:border-line-strong',
              )}
            >
              <PrerenderedSketch name={presetStill(style)} className="aspect-4/3 w-full" />
              <span className="block px-2 py-1.5">
                <span className="block font-medium text-xs">{t(`style_${style}`)}</span>
                <span className="block text-ink-faint text-xs">{t(`styleNote_${style}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {state ? <OwnPresets state={state} control={control} /> : undefined}
    </section>
  );
}

function OwnPresets({ state, control: { draft, change } }: { readonly state: StudioState; readonly control: DraftControl }) {
  const t = useMessages('studio');
  const [name, setName] = useState<string>();
  const keep = async (): Promise<void> => {
    if (!name?.trim()) return;
    const { prompt, negativePrompt, style, aspectRatio, resolution } = draft;
    const settings = { style, aspectRatio, resolution, ...(prompt && { prompt }), ...(negativePrompt && { negativePrompt }) };
    if (await studioStore.keepPreset({ name: name.trim(), settings })) setName(undefined);
  };
  return (
    <div className="mt-4">
      {state.presets.length > 0 ? <h3 className="font-medium text-sm">{t('ownPresets')}</h3> : undefined}
      <ul className="divide-y divide-line">
        {state.presets.map(({ id, name: title, settings }) => (
          <li key={id} className="flex items-center">
            <button
              type="button"
              onClick={() => {
                const { style, aspectRatio, resolution, prompt, negativePrompt = '' } = settings;
                change({ style, aspectRatio, resolution, negativePrompt, ...(prompt && { prompt }) });
              }}
              className="min-h-11 min-w-0 grow cursor-pointer break-words py-2 text-left hover:text-accent"
            >
              {title}
            </button>
            <IconButton label={t('deletePreset', { name: title })} onClick={() => void studioStore.deletePreset(id)}>
              <Trash2 aria-hidden size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      {name === undefined ? (
        <Button size="sm" className="mt-2" onClick={() => setName('')}>
          {t('keepPreset')}
        </Button>
      ) : (
        <PresetForm name={name} onName={setName} onKeep={() => void keep()} />
      )}
    </div>
  );
}

type PresetFormProps = {
  readonly name: string;
  /** Undefined if the user cancels. */
  readonly onName: (name: string | undefined) => void;
  readonly onKeep: () => void;
};

function PresetForm({ name, onName, onKeep }: PresetFormProps) {
  const t = useMessages('studio');
  return (
    <form
      className="mt-2 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onKeep();
      }}
    >
      <TextField
        ref={takeFocus}
        label={t('presetName')}
        value={name}
        maxLength={60}
        onChange={({ target }) => onName(target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary">
          {t('save')}
        </Button>
        <Button size="sm" onClick={() => onName(undefined)}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Counted by the server from the existing images. */
function Statistics({ state: { statistics } }: { readonly state: StudioState }) {
  const t = useMessages('studio');
  const none = t('statNone');
  const figures = [
    [t('statImages'), statistics ? String(statistics.images) : none],
    [t('statFavourites'), statistics ? String(statistics.favourites) : none],
    [
      t('statMatch'),
      statistics?.averagePromptMatch === undefined ? none : t('percentDone', { percent: statistics.averagePromptMatch }),
    ],
    [
      t('statTime'),
      statistics?.averageMs === undefined ? none : t('seconds', { count: Math.round(statistics.averageMs / 100) / 10 }),
    ],
  ] as const;
  return (
    <section aria-labelledby="statistics" className="rounded-lg border border-line bg-surface p-5">
      <h2 id="statistics" className="font-semibold">
        {t('statistics')}
      </h2>
      <dl className="mt-3 grid grid-cols-2 gap-4">
        {figures.map(([label, value]) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-ink-soft text-xs">{label}</dt>
            <dd className="font-bold text-xl tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Tips() {
  const t = useMessages('studio');
  return (
    <section aria-labelledby="tips">
      <h2 id="tips" className="font-semibold">
        {t('tips')}
      </h2>
      <ul className="mt-3 grid gap-3 text-ink-soft text-sm">
        {(['tip1', 'tip2', 'tip3', 'tip4'] as const).map((tip) => (
          <li key={tip} className="flex gap-2.5">
            <Lightbulb aria-hidden size={16} className="mt-0.5 shrink-0 text-accent" />
            {t(tip)}
          </li>
        ))}
      </ul>
    </section>
  );
}
