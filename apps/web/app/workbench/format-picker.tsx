import type { Family } from '@bakkum/formats/format';
import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { ComboBox, type ComboBoxGroup } from '@bakkum/ui/combo-box';
import { CONTROL_CLASS } from '@bakkum/ui/field';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Target } from '../targets/target.ts';
import { useTargetName } from './target-name.ts';
import { TaskQueue } from './task-queue.ts';

/** Number of popular formats listed first, under their own heading. */
const POPULAR = 8;

/** Headings of the other formats. */
const HEADINGS = [
  ['pictures', ['image']],
  ['drawings', ['vector']],
  ['documents', ['document', 'ebook']],
  ['sheets', ['spreadsheet', 'data']],
  ['slides', ['presentation']],
  ['sounds', ['audio']],
  ['films', ['video']],
] as const satisfies readonly (readonly [string, readonly Family[]])[];

/** `undefined` for families under "others". */
function headingOf(family: Family) {
  return HEADINGS.find(([, families]) => families.some((each) => each === family))?.[0];
}

export type Choice = Target & {
  /** Shown instead of the extensions. */
  readonly note?: string;
};

type FormatPickerProps = {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly targets: readonly Choice[];
  readonly value: string | null;
  readonly placeholder?: string;
  readonly onChange: (to: string) => void;
  readonly className: string;
};

/** React Aria renders a picker twice, the second time synchronously; several rows at once would block the page. */
const queue = new TaskQueue();

/**
 * Picks a target format; typing a name or an extension filters the list. A placeholder is shown until its turn to render comes.
 */
export function FormatPicker(props: FormatPickerProps): ReactNode {
  const [isDrawn, setDrawn] = useState(false);
  const nameOf = useTargetName();
  useEffect(() => queue.add(() => flushSync(() => setDrawn(true))), []);
  if (isDrawn) return <DrawnPicker {...props} />;
  const { targets, value, placeholder, className } = props;
  const chosen = targets.find(({ format }) => format.id === value);
  return (
    <div aria-hidden className={className}>
      <div className={classNames(CONTROL_CLASS, 'flex items-center')}>{chosen ? nameOf(chosen.format) : placeholder}</div>
    </div>
  );
}

function DrawnPicker({ targets, ...picker }: FormatPickerProps): ReactNode {
  const t = useMessages('conversion');
  const nameOf = useTargetName();
  const noteOf = ({ format, picture, same }: Target): string => {
    const own = t.lookup(`note_${format.id}`);
    if (own !== undefined) return own;
    if (same) return t.lookup(`noteSame_${format.id}`) ?? t.lookup(`noteSame_${format.family}`) ?? t('noteSame');
    return picture && format.family === 'image' ? t('notePicture') : shortExtensions(format.extensions);
  };
  const option = ({ format, note, ...rest }: Choice): ComboBoxGroup['options'][number] => ({
    id: format.id,
    name: nameOf(format),
    note: note ?? noteOf({ format, ...rest }),
    keywords: [...format.extensions, ...(format.keywords ?? []), format.title.en, format.title.ko],
  });
  const group = (id: string, name: string, members: readonly Choice[]): ComboBoxGroup[] =>
    members.length > 0 ? [{ id, name, options: members.map(option) }] : [];
  const others = targets.filter(({ same }) => !same);
  const popular = others.splice(0, POPULAR);
  // Headings in the order of the targets: for a video, other video formats before image formats.
  const rest = Map.groupBy(others, ({ format }) => headingOf(format.family));
  const groups = [
    ...group('popular', t('popular'), popular),
    ...group(
      'same',
      t('sameFormat'),
      targets.filter(({ same }) => same),
    ),
    ...[...rest].flatMap(([heading, members]) => (heading ? group(heading, t(heading), members) : [])),
    ...group('others', t('others'), rest.get(undefined) ?? []),
  ];
  return <ComboBox {...picker} groups={groups} emptyText={t('noFormat')} />;
}

/** The two extensions a user is likely to know. */
function shortExtensions(extensions: readonly string[]): string {
  return extensions
    .slice(0, 2)
    .map((extension) => `.${extension}`)
    .join(' ');
}
