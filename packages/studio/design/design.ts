/** Draws designs: posters, scenes, patterns and more, as SVG with editable text. For Node only. */

import { drawCard } from './kinds/card.ts';
import { drawChart } from './kinds/chart.ts';
import { drawIcon, drawLogo } from './kinds/icon.ts';
import { drawPattern } from './kinds/pattern.ts';
import { drawPoster } from './kinds/poster.ts';
import { drawQr } from './kinds/qr.ts';
import { drawScene } from './kinds/scene.ts';
import type { Job, Shown } from './kinds/studio.ts';
import { drawWallpaper } from './kinds/wallpaper.ts';
import { choosePalette } from './palettes.ts';
import type { Brief, DesignKind } from './prompt/brief.ts';
import { createDictionary } from './prompt/dictionary.ts';
import { readPrompt } from './prompt/read-prompt.ts';
import { createRandom, seedOf } from './random.ts';
import { type DesignReport, reportOf } from './report.ts';
import { createCanvas } from './svg.ts';
import { loadFonts } from './text/fonts.ts';
import { loadEmoji } from './vectors/emoji.ts';
import { loadRenderer, renderPng } from './vectors/raster.ts';

export type DesignRequest = {
  /** English or Korean. Quoted text is set as it is. */
  readonly prompt: string;
  /** A style of `studio-options` that was chosen for a service; designs have none of them and say so. */
  readonly style?: string | undefined;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** An integer. The same request gives the same design; another seed another composition and palette. */
  readonly seed: number;
};

export type Design = {
  readonly svg: string;
  /** Drawn and omitted parts of the prompt. */
  readonly report: DesignReport;
};

export type Designer = {
  draw(request: DesignRequest): Promise<Design>;
  /** Renders a design of this designer. */
  png(design: Design): Uint8Array<ArrayBuffer>;
};

const KINDS: Readonly<Record<DesignKind, (job: Job) => Shown>> = {
  scene: drawScene,
  poster: drawPoster,
  card: drawCard,
  pattern: drawPattern,
  wallpaper: drawWallpaper,
  icon: drawIcon,
  logo: drawLogo,
  chart: drawChart,
  qr: drawQr,
};

/** Loads fonts, emoji and the renderer: about 25 MB that a thread should load once and then let go. */
export async function openDesigner(): Promise<Designer> {
  const [fonts] = await Promise.all([loadFonts(), loadRenderer()]);
  const emoji = loadEmoji();
  const dictionary = createDictionary(emoji);
  return {
    async draw({ prompt, style: chosen, width, height, seed }) {
      const { brief, missing } = settable(readPrompt(prompt, dictionary), (character) => fonts.covers(character));
      const random = createRandom(seedOf(prompt, seed));
      const palette = choosePalette(
        random,
        brief.moods.map(({ name }) => name),
        brief.colours.map(({ name }) => name),
      );
      const canvas = createCanvas(width, height, random);
      const shown = KINDS[brief.kind]({ canvas, brief, palette, fonts, emoji });
      const markup = canvas.markup();
      const rules = await fonts.embed(markup);
      const view = `0 0 ${Math.round(canvas.width * 100) / 100} ${Math.round(canvas.height * 100) / 100}`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${view}">${rules ? `<style>${rules}</style>` : ''}${markup}</svg>`;
      return { svg, report: reportOf(brief, shown, { missing, style: chosen }) };
    },
    png: ({ svg }) => renderPng(svg, fonts.files),
  };
}

/** Leaves out characters that no typeface has. */
function settable(
  brief: Brief,
  covers: (character: string) => boolean,
): { readonly brief: Brief; readonly missing: readonly string[] } {
  const missing = [
    ...new Set(brief.texts.flatMap((text) => [...text]).filter((character) => !covers(character) && character.trim() !== '')),
  ];
  const texts = brief.texts.map((text) =>
    [...text]
      .filter((character) => !missing.includes(character))
      .join('')
      .trim(),
  );
  return { brief: { ...brief, texts: texts.filter(Boolean) }, missing };
}
