import type { PairFacts, PairKind } from './pair-facts.server.ts';
import type { Say, SentenceKey } from './say.server.ts';

/** Encoders that write all frames of an animation. */
const MOVES: ReadonlySet<string> = new Set(['gif', 'apng', 'webp']);
const GREY: ReadonlySet<string> = new Set(['pgm']);
const TWO_COLOURS: ReadonlySet<string> = new Set(['pbm', 'wbmp', 'xbm', 'otb']);
/** Containers in which our encoders write the ICC profile and camera data. */
const CARRIES_METADATA: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'avif', 'tiff', 'psd', 'psb']);
const READS_METADATA: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'tiff', 'avif', 'heic', 'jxl']);

/** Whether location and camera data of the source are in the result. A PDF page of a JPEG contains the JPEG file itself. */
export function keepsCameraData({ from, to }: Pick<PairFacts, 'from' | 'to'>): boolean {
  return (READS_METADATA.has(from.id) && CARRIES_METADATA.has(to.id)) || (from.id === 'jpeg' && to.id === 'pdf');
}

/** Model formats in which our writers store textures. */
const TEXTURED: ReadonlySet<string> = new Set(['gltf', 'glb', 'usdz']);

/** Formats that can hold more than 8 bits per color channel. */
const DEEP: ReadonlySet<string> = new Set(
  'png tiff psd psb exr hdr jxl avif heic jp2 j2k jpx jxr jls pgm ppm pam dpx cin fits dcm dng xisf'.split(' '),
);
/** Formats in which our encoders write 16 bits per color channel. */
const WRITTEN_DEEP: ReadonlySet<string> = new Set(['png', 'tiff', 'avif']);

const losesDepth = ({ from, to }: PairFacts): boolean => DEEP.has(from.id) && !WRITTEN_DEEP.has(to.id);

const losesAnimation = ({ from, to, fromText }: PairFacts): boolean =>
  from.id !== 'heic' && fromText?.has.includes('animation') === true && !MOVES.has(to.id);

type Line = SentenceKey | false;
type Lines = (facts: PairFacts) => readonly Line[];

const PICTURE_KEPT: Lines = ({ from, to, both }) => [
  'keptSize',
  both('transparency') && 'keptTransparency',
  both('animation') && MOVES.has(to.id) && MOVES.has(from.id) && 'keptAnimation',
  keepsCameraData({ from, to }) && 'keptMetadata',
  !CARRIES_METADATA.has(to.id) && 'keptColour',
];

const PICTURE_LOST: Lines = (facts) => {
  const { from, to, toText, gone, fromText } = facts;
  return [
    gone('transparency') && 'lostTransparency',
    losesAnimation(facts) && 'lostAnimation',
    fromText?.has.includes('layers') === true && from.id !== 'jxl' && 'lostLayers',
    toText?.storage === 'lossy' && 'lostQuality',
    ...narrowness(to.id),
    losesDepth(facts) && !GREY.has(to.id) && !TWO_COLOURS.has(to.id) && to.id !== 'gif' && 'lostDepth',
    gone('metadata') && 'lostMetadata',
  ];
};

/** Properties that an image format cannot store. */
function narrowness(to: string): readonly Line[] {
  return [
    to === 'gif' && 'lostColours',
    GREY.has(to) && 'lostGrey',
    TWO_COLOURS.has(to) && 'lostBits',
    (to === 'ico' || to === 'cur') && 'lostIconSize',
  ];
}

const documentKept: Lines = ({ route, from, both, to }) => {
  const { fidelity } = route.plan;
  if (fidelity === 'picture') return ['keptLook', 'keptPages'];
  if (fidelity === 'text-only' || from.id === 'txt') return ['keptText', 'keptLanguages'];
  const pages = to.id === 'pdf';
  return [
    'keptText',
    both('styling') && 'keptHeadings',
    both('pictures') && 'keptPictures',
    fidelity === 'lossy' && pages && from.family === 'presentation' && 'keptPages',
    fidelity !== 'layout-lost' && pages && 'keptSearch',
  ];
};

const documentLost: Lines = ({ route, from, to, gone }) => {
  const { fidelity } = route.plan;
  if (fidelity === 'picture') return ['lostEditing'];
  if (from.id === 'txt') return [];
  if (fidelity === 'text-only') return ['lostFonts', 'lostPictures', 'lostLayout'];
  return [
    from.id === 'pdf' && 'lostFlow',
    to.id === 'pdf' && 'lostEditable',
    route.engines.some(({ id }) => id === 'office') && 'lostTypefaces',
    ...hangulLost(route.engines, to.id),
    from.id !== 'pdf' && (fidelity === 'layout-lost' || gone('layout')) && 'lostLayout',
    gone('styling') && 'lostFonts',
    gone('pictures') && 'lostPictures',
    from.family === 'spreadsheet' && gone('formulas') && 'lostFormulas',
    gone('comments') && 'lostComments',
  ];
};

/** The known limits of docs/document-fidelity.md. */
function hangulLost(engines: PairFacts['route']['engines'], to: string): readonly Line[] {
  const [first] = engines;
  if (first?.id !== 'hwp') return [];
  return to === 'pdf' ? ['lostHangulFonts', 'lostHangulVideos'] : ['lostHangulObjects'];
}

const KEPT: Partial<Record<PairKind, Lines>> = {
  picture: PICTURE_KEPT,
  'drawing-picture': ({ to, both }) => [both('transparency') && 'keptTransparency', !CARRIES_METADATA.has(to.id) && 'keptColour'],
  'picture-drawing': () => ['keptSize'],
  'picture-pdf': ({ from }) => [from.family === 'vector' ? 'keptLook' : 'keptSize', 'keptPages'],
  'picture-text': ({ route }) => ['keptWords', route.plan.fidelity !== 'text-only' && 'keptHeadings'],
  'pdf-picture': () => ['keptLook', 'keptPages'],
  'pdf-parts': () => ['keptImages', 'keptAttachments'],
  document: documentKept,
  comic: () => ['keptPages', 'keptPictures'],
  sound: ({ both }) => ['keptLength', 'keptChannels', both('tags') && 'keptTags'],
  film: () => ['keptLength', 'keptRate', 'keptChannels'],
  'film-sound': () => ['keptLength', 'keptChannels'],
  'film-picture': ({ to }) => [MOVES.has(to.id) && 'keptLength'],
  'picture-film': () => ['keptAnimation'],
  subtitle: () => ['keptLines', 'keptLanguages'],
  sheet: () => ['keptRows', 'keptLanguages'],
  data: ({ both }) => ['keptValues', both('nesting') && 'keptNesting', both('types') && 'keptTypes', 'keptLanguages'],
  place: () => ['keptCoordinates'],
  archive: () => ['keptBytes', 'keptFolders'],
  font: () => ['keptLetters', 'keptKerning'],
  model: ({ from, to, fromText, both }) => [
    fromText?.has.includes('surfaces') !== true && 'keptShape',
    from.id !== 'obj' && both('materials') && 'keptMaterials',
    both('textures') && TEXTURED.has(to.id) && 'keptTextures',
    both('units') && 'keptUnits',
  ],
  mail: () => ['keptMail'],
};

const LOST: Partial<Record<PairKind, Lines>> = {
  picture: PICTURE_LOST,
  'drawing-picture': ({ to, toText, gone }) => [
    'lostVector',
    gone('transparency') && 'lostTransparency',
    toText?.storage === 'lossy' && 'lostQuality',
    ...narrowness(to.id),
  ],
  'picture-drawing': () => ['lostTracing'],
  'picture-pdf': ({ fromText }) => [fromText?.has.includes('layers') === true && 'lostLayers'],
  'picture-text': ({ route }) => ['lostMisread', 'lostFonts', route.plan.fidelity === 'text-only' && 'lostLayout'],
  'pdf-parts': () => ['lostAroundImages'],
  'pdf-picture': ({ to }) => ['lostEditing', 'lostVector', to.id === 'gif' && 'lostColours'],
  document: documentLost,
  sound: ({ toText, fromText, gone }) => [
    toText?.storage === 'lossy' && fromText !== undefined && 'lostQuality',
    gone('tags') && 'lostTags',
    gone('chapters') && 'lostChapters',
  ],
  film: ({ gone }) => [gone('tracks') && 'lostTracks', gone('subtitles') && 'lostSubtitles', gone('chapters') && 'lostChapters'],
  'film-sound': ({ toText }) => ['lostMoving', toText?.storage === 'lossy' && 'lostQuality'],
  'film-picture': ({ to }) => ['lostSound', to.id === 'gif' && 'lostColours', !MOVES.has(to.id) && 'lostAnimation'],
  'picture-film': ({ gone }) => [gone('transparency') && 'lostTransparency'],
  subtitle: ({ to, gone }) => [gone('styling') && 'lostStyling', to.id === 'lrc' && 'lostEnds'],
  sheet: ({ gone }) => [
    gone('formulas') && 'lostFormulas',
    gone('styling') && 'lostCharts',
    gone('sheets') && 'lostSheets',
    gone('comments') && 'lostComments',
  ],
  data: ({ to, from, gone }) => [
    gone('nesting') && to.family === 'spreadsheet' && 'lostNesting',
    gone('types') && 'lostTypes',
    gone('comments') && from.id !== 'ini' && 'lostComments',
    gone('formulas') && 'lostFormulas',
  ],
  place: ({ to, gone }) => [gone('styling') && 'lostStyles', to.id === 'gpx' && 'lostArea'],
  archive: ({ from, to }) => [from.id.startsWith('t') && !to.id.startsWith('t') && to.id !== 'wim' && 'lostPermissions'],
  model: ({ from, to, fromText, gone }) => [
    fromText?.has.includes('surfaces') === true && 'lostSurfaces',
    from.id === 'obj' && 'lostMtl',
    to.id !== 'obj' && gone('materials') && 'lostMaterials', // our OBJ writer stores vertex colours
    fromText?.has.includes('textures') === true && !TEXTURED.has(to.id) && 'lostTextures',
    fromText?.has.includes('motion') === true && 'lostMotion',
    gone('units') && 'lostUnits',
  ],
  'model-picture': () => ['lostShape'],
  mail: () => ['lostRemote'],
  font: ({ route }) => [route.plan.fidelity !== 'lossless' && 'lostHints'],
};

export type FidelitySummary = { readonly kept: readonly string[]; readonly lost: readonly string[] };

export function fidelitySummary(facts: PairFacts, say: Say): FidelitySummary {
  const lines = (all: Partial<Record<PairKind, Lines>>): string[] =>
    (all[facts.kind]?.(facts) ?? []).flatMap((key) => (key === false ? [] : [say(key)]));
  const kept = lines(KEPT);
  const lost = lines(LOST);
  return { kept: kept.length > 0 ? kept : [fidelitySentence(facts, say)], lost: lost.length > 0 ? lost : [say('lostNothing')] };
}

const OTHER_KEYS = {
  'drawing-picture': 'fidelity_drawing_picture',
  'picture-drawing': 'fidelity_picture_drawing',
  'picture-pdf': 'fidelity_picture_pdf',
  'picture-text': 'fidelity_picture_text',
  'pdf-picture': 'fidelity_pdf_picture',
  'pdf-parts': 'fidelity_pdf_parts',
  film: 'fidelity_film_lossy',
  'film-sound': 'fidelity_film_sound',
  'film-picture': 'fidelity_film_picture',
  'picture-film': 'fidelity_picture_film',
  subtitle: 'fidelity_subtitle',
  sheet: 'fidelity_sheet',
  data: 'fidelity_data',
  place: 'fidelity_place',
  archive: 'fidelity_archive',
  comic: 'fidelity_comic',
  'model-picture': 'fidelity_other',
  mail: 'fidelity_mail',
  other: 'fidelity_other',
} as const satisfies Partial<Record<PairKind, SentenceKey>>;

/** Returns a sentence on the fidelity of the pair. */
export function fidelitySentence(facts: PairFacts, say: Say): string {
  return say(fidelityKey(facts));
}

function fidelityKey(facts: PairFacts): SentenceKey {
  const { kind, fromText, route } = facts;
  const lossless = route.plan.fidelity === 'lossless';
  switch (kind) {
    case 'picture':
      if (lossless && losesDepth(facts)) return 'fidelity_picture_eight';
      return `fidelity_picture_${lossless ? 'lossless' : 'lossy'}`;
    case 'sound':
    case 'font':
      return `fidelity_${kind}_${lossless ? 'lossless' : 'lossy'}`;
    case 'model':
      return fromText?.has.includes('surfaces') ? 'fidelity_model_exact' : 'fidelity_model';
    case 'document':
      return documentFidelityKey(facts);
    default:
      return OTHER_KEYS[kind];
  }
}

function documentFidelityKey({ from, route, both }: PairFacts): SentenceKey {
  const { fidelity } = route.plan;
  if (fidelity === 'text-only' || fidelity === 'picture') return `fidelity_document_${fidelity}`;
  if (from.id === 'txt') return 'fidelity_document_plain';
  if (fidelity === 'layout-lost') return 'fidelity_document_layout-lost';
  return both('pictures') ? 'fidelity_document_lossy' : 'fidelity_document_words';
}
