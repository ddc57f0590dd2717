import { DATA } from './data.ts';
import { DOCUMENTS } from './documents.ts';
import { DRAWINGS } from './drawings.ts';
import type { FormatTexts } from './format-text.ts';
import { MODELS } from './models.ts';
import { MORE } from './more.ts';
import { PICTURES } from './pictures.ts';
import { RECORDINGS } from './recordings.ts';

/** By the id of the format. A format without a text has no page. */
export const FORMAT_TEXTS: FormatTexts = { ...PICTURES, ...DRAWINGS, ...DOCUMENTS, ...RECORDINGS, ...DATA, ...MODELS, ...MORE };
