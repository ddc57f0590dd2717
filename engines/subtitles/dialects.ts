import type { FormatId } from '@bakkum/conversion/engine';
import { type Dialect, textOf } from './cue.ts';
import { lyrics } from './lyrics.ts';
import { microdvd } from './microdvd.ts';
import { mpl2 } from './mpl2.ts';
import { sami } from './sami.ts';
import { sbv, subviewer } from './sbv.ts';
import { srt } from './srt.ts';
import { ass, ssa } from './sub-station.ts';
import { ttml } from './ttml.ts';
import { vtt } from './vtt.ts';

/** Formats that are read and written. */
export const DIALECTS: Readonly<Record<FormatId, Dialect>> = {
  srt,
  vtt,
  ass,
  ssa,
  smi: sami,
  ttml,
  microdvd,
  sbv,
  subviewer,
  mpl2,
  lrc: lyrics,
};

/** Text only, one line per cue. */
export const transcript: Pick<Dialect, 'write' | 'keeps'> = {
  keeps: new Set(),
  write: ({ cues }) => cues.map(({ spans }) => `${textOf(spans)}\n`).join(''),
};
