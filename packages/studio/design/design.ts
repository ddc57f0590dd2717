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
import { choosePalette, type Palette } from './palettes.ts';
import type { Brief, DesignKind } from './prompt/brief.ts';
import { createDictionary } from './prompt/dictionary.ts';
import { readPrompt } from './prompt/read-prompt.ts';
import { revise } from './prompt/revise.ts';
import { createRandom, type Random, seedOf } from './random.ts';
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
  /** Instructions that change the design, oldest first. The composition stays that of the prompt and the seed. */
  readonly changes?: readonly string[] | undefined;
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
  /** Whether the last change of a request made a difference to its design. Draws the design without that change. */
  isChanged(request: DesignRequest, design: Pick<Design, 'svg'>): Promise<boolean>;
  /** The palette that a design of this seed has. */
  palette(request: Pick<DesignRequest, 'prompt' | 'changes' | 'seed'>): Palette;
  /**
   * Renders the drawing of a design.
   * @param width of the image in pixels. Default: that of the drawing
   */
  png(design: Pick<Design, 'svg'>, width?: number): Uint8Array<ArrayBuffer>;
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
  const briefOf = (first: Brief, changes: readonly string[]): Brief =>
    changes.reduce((brief, change) => revise(brief, change, dictionary), first);
  const draw = async (request: DesignRequest): Promise<Design> => {
    const { prompt, changes = [], style: chosen, width, height, seed } = request;
    const first = readPrompt(prompt, dictionary);
    const revised = briefOf(first, changes);
    const { brief, missing } = settable(revised, (character) => fonts.covers(character));
    const random = createRandom(seedOf(prompt, seed));
    const palette = paletteFor(random, first);
    const canvas = createCanvas(width, height, random);
    const shown = KINDS[brief.kind]({
      canvas,
      brief,
      palette: changes.length === 0 ? palette : paletteFor(createRandom(seedOf(prompt, seed)), brief),
      fonts,
      emoji,
    });
    const markup = canvas.markup();
    const rules = await fonts.embed(markup);
    const view = `0 0 ${Math.round(canvas.width * 100) / 100} ${Math.round(canvas.height * 100) / 100}`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${view}">${rules ? `<style>${rules}</style>` : ''}${markup}</svg>`;
    return { svg, report: reportOf(brief, shown, { missing, style: chosen }) };
  };
  return {
    draw,
    async isChanged(request, { svg }) {
      const { changes = [] } = request;
      return changes.length === 0 || (await draw({ ...request, changes: changes.slice(0, -1) })).svg !== svg;
    },
    palette: ({ prompt, changes = [], seed }) =>
      paletteFor(createRandom(seedOf(prompt, seed)), briefOf(readPrompt(prompt, dictionary), changes)),
    png: ({ svg }, width) => renderPng(svg, fonts.files, width),
  };
}

function paletteFor(random: Random, { moods, colours }: Brief): Palette {
  return choosePalette(
    random,
    moods.map(({ name }) => name),
    colours.map(({ name }) => name),
  );
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
