import { useMessages } from '@bakkum/i18n/react';
import { NativeSelect, TextField } from '@bakkum/ui/field';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { OptionsPlace } from '../../../workbench/options-pane.tsx';
import { ConverterPanel } from '../converter-panel.tsx';
import { type ConverterPreset, USUAL_PRESET } from '../converter-preset.ts';
import { workbench } from '../workbench.ts';
import { type Applied, applyToBatch } from './apply-batch.ts';
import { BatchPresets } from './batch-presets.tsx';
import {
  BATCH_CHOICES,
  type BatchChoice,
  type BatchSettings,
  parametersOf,
  renamed,
  safeText,
  settingsOf,
} from './batch-settings.ts';
import { BatchStatistics } from './batch-statistics.tsx';

const SETTINGS: readonly BatchChoice[] = ['outputFormat', 'quality', 'compression', 'naming'];

/**
 * The batch converter: shared settings, statistics and the list. The settings are part of the address.
 * @param tips shown below the list, beside the settings where there is room
 */
export function BatchPanel({ tips }: { readonly tips: ReactNode }): ReactNode {
  const t = useMessages('batch');
  const [settings, change] = useSettings();
  useBatch(settings);
  const [side, setSide] = useState<HTMLElement | null>(null);
  const zip = settings.compression;
  const preset = useMemo(
    (): ConverterPreset => ({
      ...USUAL_PRESET,
      removal: 'pending',
      controls: true,
      zip,
      listHeading: (count) => t('queue', { count }),
      convertLabel: t('convertAll'),
      settings: { label: t('settings'), form: <SettingsForm settings={settings} onChange={change} /> },
    }),
    [zip, settings, change, t],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0">
        <OptionsPlace value={side}>
          <ConverterPanel preset={preset} />
        </OptionsPlace>
      </div>
      <div className="space-y-6 lg:row-span-2">
        <div ref={setSide} className="contents [&>aside]:mb-6" />
        <section aria-labelledby="batch-settings" className="rounded-lg border border-line bg-surface p-4">
          <h2 id="batch-settings" className="mb-3 font-semibold">
            {t('settings')}
          </h2>
          <SettingsForm settings={settings} onChange={change} />
        </section>
        <BatchPresets settings={settings} onChange={change} />
        <BatchStatistics />
      </div>
      {tips}
    </div>
  );
}

/** The settings, kept in the address. Changes in quick succession all count, though the address follows later. */
function useSettings(): readonly [BatchSettings, (changed: Partial<BatchSettings>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const [settings, setSettings] = useState(() => settingsOf(parameters));
  const wanted = parametersOf(settings).toString();
  const write = useEffectEvent(() => {
    if (wanted !== parametersOf(settingsOf(parameters)).toString())
      setParameters(wanted, { replace: true, preventScrollReset: true });
  });
  useEffect(() => write(), [wanted]);
  const change = useCallback((changed: Partial<BatchSettings>) => setSettings((before) => ({ ...before, ...changed })), []);
  return [settings, change];
}

/**
 * Applies the settings to added files, and to all files when a setting changes. It renders nothing, so that a changed file does
 * not rerender the whole screen.
 */
function useBatch(settings: BatchSettings): void {
  const key = parametersOf(settings).toString();
  const applied = useRef(new Map<number, Applied>());
  useEffect(() => {
    workbench.nameBy((name, place) => renamed(settings, name, place));
    return () => workbench.nameBy(undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key covers all settings
  }, [key]);
  useEffect(() => {
    const apply = (): void => {
      if (workbench.snapshot().items.length === 0) return; // the core loads with the first file
      void workbench.core().then(
        (core) =>
          applyToBatch({ items: workbench.snapshot().items, core, settings, key, applied: applied.current, store: workbench }),
        () => undefined, // reported by the panel, which requested it first
      );
    };
    apply();
    return workbench.subscribe(apply);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key covers all settings
  }, [key]);
}

type SettingsFormProps = { readonly settings: BatchSettings; readonly onChange: (changed: Partial<BatchSettings>) => void };

function SettingsForm({ settings, onChange }: SettingsFormProps): ReactNode {
  const t = useMessages('batch');
  return (
    <div className="space-y-3">
      {SETTINGS.map((name) => (
        <NativeSelect
          key={name}
          label={t(name)}
          value={settings[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        >
          {BATCH_CHOICES[name].map((choice) => (
            <option key={choice} value={choice}>
              {t.lookup(`${name}_${choice}`) ?? choice.toUpperCase()}
            </option>
          ))}
        </NativeSelect>
      ))}
      {settings.naming === 'original' ? undefined : <NamingText text={settings.text} onChange={(text) => onChange({ text })} />}
    </div>
  );
}

function NamingText({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }): ReactNode {
  const t = useMessages('batch');
  const [typed, setTyped] = useState(text);
  return (
    <TextField
      label={t('text')}
      value={typed}
      maxLength={60}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(safeText(event.target.value));
      }}
    />
  );
}
