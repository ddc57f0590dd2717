import { storedText } from '../../../state/stored-text.ts';

/** Named settings of a batch; `settings` in the notation of the address. */
export type Preset = { readonly name: string; readonly settings: string };

export const presetsText = storedText('bakkum-presets');

/** Other code may write to local storage, so invalid presets are skipped. */
export function presetsOf(text: string): readonly Preset[] {
  try {
    const stored: unknown = JSON.parse(text || '[]');
    return Array.isArray(stored) ? stored.filter(isPreset) : [];
  } catch {
    return [];
  }
}

export function storePresets(presets: readonly Preset[]): void {
  presetsText.write(JSON.stringify(presets));
}

function isPreset(value: unknown): value is Preset {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'settings' in value &&
    typeof value.settings === 'string'
  );
}
