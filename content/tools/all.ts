import { IMAGE_TOOLS } from './image.ts';
import { MEDIA_TOOLS } from './media.ts';
import { PDF_TOOLS } from './pdf.ts';
import type { Tool } from './tool.ts';

export const CONVERTER_TOOLS: readonly Tool[] = [...PDF_TOOLS, ...IMAGE_TOOLS, ...MEDIA_TOOLS];
