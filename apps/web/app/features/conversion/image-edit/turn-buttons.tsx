import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import { IconButton } from '@bakkum/ui/icon-button';
import { FlipHorizontal2, FlipVertical2, type IconComponent, RotateCcw, RotateCw } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { type TurnAction, turnedBy, turnOf } from './turn.ts';

type TurnButtonsProps = {
  readonly values: OptionValues;
  readonly isDisabled: boolean;
  readonly onChange: (changes: OptionValues) => void;
};

const ICONS: Readonly<Record<TurnAction, IconComponent>> = {
  rotateLeft: RotateCcw,
  rotateRight: RotateCw,
  // The icons are named after their axis.
  flipHorizontal: FlipVertical2,
  flipVertical: FlipHorizontal2,
};
const ACTIONS: readonly TurnAction[] = ['rotateLeft', 'rotateRight', 'flipHorizontal', 'flipVertical'];

export function canTurn(schema: OptionsSchema): boolean {
  return Object.hasOwn(schema, 'rotate') && Object.hasOwn(schema, 'flip');
}

/** Rotates and flips the image as it is displayed. */
export function TurnButtons({ values, isDisabled, onChange }: TurnButtonsProps): ReactNode {
  const t = useMessages('workbench');
  return ACTIONS.map((action) => {
    const Icon = ICONS[action];
    return (
      <IconButton key={action} label={t(action)} disabled={isDisabled} onClick={() => onChange(turnedBy(turnOf(values), action))}>
        <Icon aria-hidden size={18} />
      </IconButton>
    );
  });
}
