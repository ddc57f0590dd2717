import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { TextField } from '@bakkum/ui/field';
import { IconButton } from '@bakkum/ui/icon-button';
import { Lightbulb, Trash2 } from '@bakkum/ui/icons';
import { type ReactNode, useState } from 'react';
import { useSite } from '../../../document/use-site.ts';
import { takeFocus } from '../../../forms/take-focus.ts';
import type { StudioState } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';
import type { DraftControl } from './use-draft.ts';

type SidebarProps = {
  readonly credits: ReactNode;
  /** For signed-in users. */
  readonly state: StudioState | undefined;
  readonly control: DraftControl;
};

/** Credits, settings to reuse, statistics and tips. */
export function Sidebar({ credits, state, control }: SidebarProps) {
  const { imageServices } = useSite();
  return (
    <aside className="grid grid-cols-1 content-start gap-8">
      {credits}
      {state ? (
        <>
          <Presets state={state} control={control} />
          <Statistics state={state} />
        </>
      ) : undefined}
      {imageServices ? <Tips /> : undefined}
    </aside>
  );
}

type PresetsProps = { readonly state: StudioState; readonly control: DraftControl };

function Presets({ state, control: { draft, change } }: PresetsProps) {
  const t = useMessages('studio');
  const [name, setName] = useState<string>();
  const keep = async (): Promise<void> => {
    if (!name?.trim()) return;
    const { prompt, negativePrompt, style, aspectRatio, resolution } = draft;
    const settings = {
      aspectRatio,
      resolution,
      ...(style && { style }),
      ...(prompt && { prompt }),
      ...(negativePrompt && { negativePrompt }),
    };
    if (await studioStore.keepPreset({ name: name.trim(), settings })) setName(undefined);
  };
  return (
    <section aria-labelledby="presets">
      <h2 id="presets" className="font-semibold">
        {t('presets')}
      </h2>
      <ul className="divide-y divide-line">
        {state.presets.map(({ id, name: title, settings }) => (
          <li key={id} className="flex items-center">
            <button
              type="button"
              onClick={() => {
                const { style = '', aspectRatio, resolution, prompt, negativePrompt = '' } = settings;
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
    </section>
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
    [t('statDesigns'), statistics ? String(statistics.designs) : none],
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
