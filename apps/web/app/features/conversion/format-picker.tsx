import { useMessages } from '@bakkum/i18n/react';
import { ComboBox, type ComboBoxGroup } from '@bakkum/ui/combo-box';
import type { ReactNode } from 'react';
import type { Target } from './conversion-core.ts';

/** How many of the commonest come first, under their own heading. */
const POPULAR = 8;

type FormatPickerProps = {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly targets: readonly Target[];
  readonly value: string | null;
  readonly onChange: (to: string) => void;
  readonly isDisabled?: boolean;
};

/** One format out of those this file converts to; typing a name or an extension finds it. */
export function FormatPicker({ targets, ...rest }: FormatPickerProps): ReactNode {
  const t = useMessages('conversion');
  const option = ({ format, picture }: Target) => ({
    id: format.id,
    name: format.name,
    note:
      picture && format.family === 'image' ? t('notePicture') : format.extensions.map((extension) => `.${extension}`).join(' '),
  });
  const group = (id: string, name: string, members: readonly Target[]): ComboBoxGroup[] =>
    members.length > 0 ? [{ id, name, options: members.map(option) }] : [];
  const others = targets.slice(POPULAR);
  const groups = [
    ...group('popular', t('popular'), targets.slice(0, POPULAR)),
    ...group(
      'image',
      t('pictures'),
      others.filter(({ format }) => format.family === 'image'),
    ),
    ...group(
      'vector',
      t('drawings'),
      others.filter(({ format }) => format.family === 'vector'),
    ),
    ...group(
      'document',
      t('documents'),
      others.filter(({ format }) => format.family === 'document'),
    ),
    ...group(
      'other',
      t('others'),
      others.filter(({ format }) => !['image', 'vector', 'document'].includes(format.family)),
    ),
  ];
  return <ComboBox {...rest} groups={groups} emptyText={t('noFormat')} className="w-full sm:w-52" />;
}
