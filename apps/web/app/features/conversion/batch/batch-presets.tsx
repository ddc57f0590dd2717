import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { IconButton } from '@bakkum/ui/icon-button';
import { Link2, X } from '@bakkum/ui/icons';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useStore } from '../../../state/use-store.ts';
import { type BatchSettings, parametersOf, settingsOf } from './batch-settings.ts';
import { presetsOf, presetsText, storePresets } from './stored-presets.ts';

type BatchPresetsProps = { readonly settings: BatchSettings; readonly onChange: (settings: BatchSettings) => void };

const MAX_NAME_LENGTH = 40;

/** Saves settings under a name on this device, and shares them as a link. */
export function BatchPresets({ settings, onChange }: BatchPresetsProps): ReactNode {
  const t = useMessages('batch');
  const presets = presetsOf(useStore(presetsText));
  const [copied, setCopied] = useState(false);
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('name');
    const name = typeof typed === 'string' ? typed.trim() : '';
    if (!name) return;
    storePresets([...presets.filter((preset) => preset.name !== name), { name, settings: parametersOf(settings).toString() }]);
    event.currentTarget.reset();
  };
  const share = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      setCopied(true);
    } catch {
      setCopied(false); // plain HTTP, or the browser refuses: the address bar has the link
    }
  };
  return (
    <section aria-labelledby="batch-presets" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="batch-presets" className="font-semibold">
        {t('presets')}
      </h2>
      <PresetList presets={presets} onChange={onChange} />
      <form onSubmit={save} className="mt-3 flex gap-2">
        <input
          name="name"
          aria-label={t('presetName')}
          placeholder={t('presetName')}
          maxLength={MAX_NAME_LENGTH}
          className="min-h-11 min-w-0 grow rounded-md border border-line-strong bg-surface px-3 text-ink placeholder:text-ink-faint"
        />
        <Button type="submit">{t('savePreset')}</Button>
      </form>
      <Button variant="quiet" icon={<Link2 aria-hidden size={18} />} className="mt-2 px-2" onClick={() => void share()}>
        {t('sharePreset')}
      </Button>
      <output className="block px-2 text-ink-soft text-sm empty:hidden">{copied ? t('copied') : undefined}</output>
    </section>
  );
}

type PresetListProps = Pick<BatchPresetsProps, 'onChange'> & { readonly presets: ReturnType<typeof presetsOf> };

function PresetList({ presets, onChange }: PresetListProps): ReactNode {
  const t = useMessages('batch');
  return (
    <ul className="mt-2 space-y-1 empty:hidden">
      {presets.map((preset) => (
        <li key={preset.name} className="flex items-center gap-1">
          <Button
            variant="quiet"
            className="min-w-0 grow justify-start px-2"
            onClick={() => onChange(settingsOf(new URLSearchParams(preset.settings)))}
          >
            <span className="truncate">{preset.name}</span>
          </Button>
          <IconButton
            label={t('forgetPreset', { name: preset.name })}
            onClick={() => storePresets(presets.filter((other) => other.name !== preset.name))}
          >
            <X aria-hidden size={18} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
