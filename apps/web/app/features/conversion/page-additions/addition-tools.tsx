import { useMessages } from '@bakkum/i18n/react';
import { IconButton } from '@bakkum/ui/icon-button';
import { type IconComponent, ImagePlus, Signature, Type, Undo2 } from '@bakkum/ui/icons';
import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { IMAGE_TYPES, type Picture, readPicture } from './picture-file.ts';

type AdditionToolsProps = {
  /** Actions that are absent are not possible now. */
  readonly onText: (() => void) | undefined;
  /** Receives `undefined` if the image cannot be read. */
  readonly onPicture: ((picture: Picture | undefined) => void) | undefined;
  readonly onSign: (() => void) | undefined;
  readonly onUndo: (() => void) | undefined;
};

/** Buttons that add items to the page. */
export function AdditionTools({ onText, onPicture, onSign, onUndo }: AdditionToolsProps): ReactNode {
  const t = useMessages('workbench');
  const input = useRef<HTMLInputElement>(null);
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const file = currentTarget.files?.[0];
    currentTarget.value = '';
    if (file && onPicture) void readPicture(file, false).then(onPicture);
  };
  const choose = (): void => input.current?.click();
  const tool = (label: string, Icon: IconComponent, action: (() => void) | undefined): ReactNode => (
    <IconButton label={label} disabled={!action} onClick={action} className="max-sm:w-8.5">
      <Icon aria-hidden size={18} />
    </IconButton>
  );
  return (
    <>
      {tool(t('addText'), Type, onText)}
      <IconButton label={t('addImage')} disabled={!onPicture} onClick={choose} className="max-sm:w-8.5">
        <ImagePlus aria-hidden size={18} />
      </IconButton>
      {tool(t('addSignature'), Signature, onSign)}
      {tool(t('pagesUndo'), Undo2, onUndo)}
      <input
        ref={input}
        data-testid="addition-image"
        type="file"
        accept={IMAGE_TYPES}
        hidden
        onChange={take}
        aria-label={t('addImage')}
      />
    </>
  );
}
