/** A recording with its player and, where the conversion can trim it, the handles for that. */
import { useMessages } from '@bakkum/i18n/react';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';
import type { ConversionCore } from '../conversion-core.ts';
import { type FileItem, isBusy } from '../list/conversion-state.ts';
import type { ConversionStore } from '../list/conversion-store.ts';
import { useBlobSource } from '../preview/blob-source.ts';
import { schemaOf } from '../target/schema-of.ts';
import { canTrim, type Trim, trimOf } from './trim.ts';
import { TrimBar } from './trim-bar.tsx';

type PlayerStageProps = {
  readonly item: FileItem;
  readonly core: ConversionCore;
  readonly store: ConversionStore;
  readonly kind: 'sound' | 'film';
  readonly mediaType: string;
};

export function PlayerStage({ item, core, store, kind, mediaType }: PlayerStageProps): ReactNode {
  const t = useMessages('conversion');
  const [isBroken, setBroken] = useState(false);
  const playerRef = useRef<HTMLMediaElement>(null);
  const duration = (item.facts?.durationMs ?? 0) / 1000;
  const trim = trimOf(item.options, duration);
  const isTrimmed = duration > 0 && canTrim(schemaOf(item, core));
  return (
    <div className="flex h-full flex-col gap-3 p-4 sm:p-6">
      <div className="grid min-h-0 grow place-items-center">
        {isBroken ? (
          <Notice tone="info">{t('cannotPlaySource', { format: item.format?.name ?? '' })}</Notice>
        ) : (
          <Player
            key={item.id}
            file={item.file}
            kind={kind}
            mediaType={mediaType}
            trim={isTrimmed ? trim : undefined}
            playerRef={playerRef}
            onFailure={() => setBroken(true)}
          />
        )}
      </div>
      {isTrimmed ? (
        <TrimBar
          file={item.file}
          kind={kind}
          trim={trim}
          duration={duration}
          isDisabled={isBusy(item)}
          onChange={(name, value) => store.setOption(item.id, name, value)}
          onSeek={(seconds) => {
            if (playerRef.current) playerRef.current.currentTime = seconds;
          }}
        />
      ) : undefined}
    </div>
  );
}

type PlayerProps = {
  readonly file: Blob;
  readonly kind: 'sound' | 'film';
  readonly mediaType: string;
  readonly trim: Trim | undefined;
  readonly playerRef: RefObject<HTMLMediaElement | null>;
  readonly onFailure: () => void;
};

/** Plays the whole recording; within the kept part it pauses at the end of that part. */
function Player({ file, kind, mediaType, trim, playerRef, onFailure }: PlayerProps): ReactNode {
  const source = useBlobSource<HTMLMediaElement>(file, mediaType);
  const last = useRef(0);
  const hold = useCallback(
    (element: HTMLMediaElement | null) => {
      playerRef.current = element;
      return source(element);
    },
    [playerRef, source],
  );
  const given = {
    ref: hold,
    controls: true,
    preload: 'metadata',
    onError: onFailure,
    onTimeUpdate: ({ currentTarget: media }: { readonly currentTarget: HTMLMediaElement }) => {
      if (trim && !media.paused && last.current < trim.end && media.currentTime >= trim.end) media.pause();
      last.current = media.currentTime;
    },
  } as const;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- the visitor's own file; captions are inside it or nowhere
  if (kind === 'sound') return <audio {...given} className="w-full" />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
  return <video {...given} playsInline className="max-h-full min-h-0 w-full rounded-md bg-[black] object-contain" />;
}
