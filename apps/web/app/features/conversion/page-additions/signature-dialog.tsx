/** Makes a signature: drawn, typed, or from an image. Loaded when it is opened. */
import { useMessages } from '@bakkum/i18n/react';
import { familyOf, loadTextFaces } from '@bakkum/registry/browser/text-faces.browser';
import { Button } from '@bakkum/ui/button';
import { Dialog } from '@bakkum/ui/dialog';
import { TextField } from '@bakkum/ui/field';
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ColourField } from './addition-panel.tsx';
import type { Unplaced } from './new-addition.ts';
import { IMAGE_TYPES, type Picture, readPicture } from './picture-file.ts';
import { SignaturePad } from './signature-pad.tsx';
import { drawingFrom, type Stroke } from './strokes.ts';

const WAYS = ['signatureDraw', 'signatureType', 'signatureImage'] as const;
type Way = (typeof WAYS)[number];

/** Width of the pen in units of the pad. */
const PEN = 5;
/** Font size of a typed signature in points. */
const TYPED_SIZE = 28;
const FIRST_COLOUR = '#0b1f66';

type SignatureDialogProps = { readonly onClose: () => void; readonly onAdd: (signature: Unplaced) => void };

export function SignatureDialog({ onClose, onAdd }: SignatureDialogProps): ReactNode {
  const t = useMessages('workbench');
  const words = useMessages('conversion');
  const [way, setWay] = useState<Way>('signatureDraw');
  const [colour, setColour] = useState(FIRST_COLOUR);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [name, setName] = useState('');
  const [picture, setPicture] = useState<Picture | 'none'>();
  const signature = signatureOf(way, { colour, strokes, name, picture });
  return (
    <Dialog
      isOpen
      title={t('addSignature')}
      closeLabel={words('closeNotice')}
      onClose={onClose}
      actions={
        <Button
          variant="primary"
          disabled={!signature}
          onClick={() => {
            if (signature) onAdd(signature);
            onClose();
          }}
        >
          {t('signatureAdd')}
        </Button>
      }
    >
      <div className="space-y-4">
        <fieldset className="flex gap-2">
          <legend className="sr-only">{t('signatureWays')}</legend>
          {WAYS.map((each) => (
            <Button
              key={each}
              aria-pressed={way === each}
              className="grow aria-pressed:border-accent aria-pressed:text-accent"
              onClick={() => setWay(each)}
            >
              {t(each)}
            </Button>
          ))}
        </fieldset>
        {way === 'signatureDraw' ? (
          <DrawnSignature strokes={strokes} colour={colour} onStrokes={setStrokes} onColour={setColour} />
        ) : way === 'signatureType' ? (
          <TypedSignature name={name} colour={colour} onName={setName} onColour={setColour} />
        ) : (
          <ImageSignature picture={picture} onPicture={setPicture} />
        )}
        <p className="text-ink-faint text-sm">{t('signatureNote')}</p>
      </div>
    </Dialog>
  );
}

type Made = {
  readonly colour: string;
  readonly strokes: readonly Stroke[];
  readonly name: string;
  readonly picture: Picture | 'none' | undefined;
};

/** `undefined` until there is something to add. */
function signatureOf(way: Way, { colour, strokes, name, picture }: Made): Unplaced | undefined {
  switch (way) {
    case 'signatureDraw': {
      const drawing = drawingFrom(strokes);
      return drawing && { type: 'drawing', ...drawing, stroke: PEN, colour };
    }
    case 'signatureType': {
      const text = name.trim();
      if (text === '') return undefined;
      return { type: 'text', text, size: TYPED_SIZE, font: 'serif', bold: false, italic: true, colour };
    }
    case 'signatureImage':
      if (picture === undefined || picture === 'none') return undefined;
      return { type: 'image', image: picture.image, ratio: picture.width / picture.height, isSignature: true };
  }
}

type DrawnSignatureProps = {
  readonly strokes: readonly Stroke[];
  readonly colour: string;
  readonly onStrokes: (change: (strokes: readonly Stroke[]) => readonly Stroke[]) => void;
  readonly onColour: (colour: string) => void;
};

function DrawnSignature({ strokes, colour, onStrokes, onColour }: DrawnSignatureProps): ReactNode {
  const t = useMessages('workbench');
  const isEmpty = strokes.length === 0;
  return (
    <div className="space-y-3">
      <SignaturePad strokes={strokes} pen={PEN} colour={colour} onStrokes={onStrokes} />
      <p className="text-ink-soft text-sm">{t('signaturePadHint')}</p>
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-24">
          <ColourField value={colour} onChange={onColour} />
        </div>
        <Button disabled={isEmpty} onClick={() => onStrokes((all) => all.slice(0, -1))}>
          {t('signatureUndo')}
        </Button>
        <Button disabled={isEmpty} onClick={() => onStrokes(() => [])}>
          {t('signatureClear')}
        </Button>
      </div>
    </div>
  );
}

type TypedSignatureProps = {
  readonly name: string;
  readonly colour: string;
  readonly onName: (name: string) => void;
  readonly onColour: (colour: string) => void;
};

function TypedSignature({ name, colour, onName, onColour }: TypedSignatureProps): ReactNode {
  const t = useMessages('workbench');
  useEffect(() => loadTextFaces('serif', name), [name]);
  return (
    <div className="space-y-3">
      <TextField
        label={t('signatureName')}
        value={name}
        maxLength={100}
        autoComplete="name"
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      <div className="w-24">
        <ColourField value={colour} onChange={onColour} />
      </div>
      <p
        aria-hidden
        style={{ fontFamily: familyOf('serif'), color: colour }}
        className="min-h-20 overflow-hidden rounded-md border border-line bg-[white] p-4 text-center text-3xl italic"
      >
        {name}
      </p>
    </div>
  );
}

type ImageSignatureProps = {
  readonly picture: Picture | 'none' | undefined;
  readonly onPicture: (picture: Picture | 'none') => void;
};

function ImageSignature({ picture, onPicture }: ImageSignatureProps): ReactNode {
  const t = useMessages('workbench');
  const input = useRef<HTMLInputElement>(null);
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const file = currentTarget.files?.[0];
    currentTarget.value = '';
    if (file) void readPicture(file, true).then((read) => onPicture(read ?? 'none'));
  };
  return (
    <div className="space-y-3">
      <p className="text-ink-soft text-sm">{t('signatureImageHint')}</p>
      <Button onClick={() => input.current?.click()}>{t('signatureChoose')}</Button>
      <input
        ref={input}
        data-testid="signature-image"
        type="file"
        accept={IMAGE_TYPES}
        hidden
        onChange={take}
        aria-label={t('signatureChoose')}
      />
      <p role="alert" className="text-danger text-sm empty:hidden">
        {picture === 'none' ? t('signatureNoInk') : undefined}
      </p>
      {picture && picture !== 'none' ? (
        <img
          src={picture.image}
          alt={t('signaturePreview')}
          className="max-h-48 w-full rounded-md border border-line bg-[white] object-contain p-3"
        />
      ) : undefined}
    </div>
  );
}
