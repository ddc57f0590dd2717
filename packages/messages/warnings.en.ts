import type { WarningCode } from '@bakkum/conversion/engine';

/** What a person should know about a conversion that worked. */
export const warnings = {
  'animation-flattened': 'Only the first frame is in the result: this format does not move.',
  'pages-dropped': 'Only the first page is in the result.',
  'depth-reduced': 'Colour depth was reduced to 8 bits a channel.',
  'transparency-flattened': 'Transparent parts were filled with the background colour.',
  'colours-reduced': 'The number of colours was reduced to what the format holds.',
  'metadata-dropped': 'Some metadata could not be carried over.',
  'profile-converted': 'Colours were converted to sRGB.',
  'fonts-substituted': 'Some fonts were replaced by others.',
  'fonts-replaced': 'These fonts are not available here and were replaced by similar ones: {fonts}.',
  'resized-to-fit': 'The picture was made smaller to fit the limits of the format.',
  'less-faithful': 'The best way to convert this file failed, so a simpler one was used. Compare the result with the original.',
  'damaged-source': 'The file is damaged. What could be read was converted.',
  'frames-dropped': 'Some frames could not be carried over.',
  'tracks-dropped': 'Only the main track is in the result: the format has room for one.',
  'subtitles-dropped': 'Subtitles could not be carried over.',
  'chapters-dropped': 'Chapters could not be carried over.',
  'attachments-dropped': 'Fonts or other files inside the source could not be carried over.',
  'cover-dropped': 'The cover picture could not be carried over.',
  'entries-dropped': '{count} entries were left out, because unpacking them would write outside the folder.',
  'pictures-dropped': 'Some or all pictures of the document could not be carried over.',
  'scanned-pages': 'Scanned pages stayed pictures: their text cannot be edited.',
  'styles-dropped': 'Some looks of the text, such as colours or its place, could not be carried over.',
  'characters-replaced': 'The encoding lacks {count} of the characters. Question marks stand in their place.',
  'channels-mixed': 'Surround sound was mixed down to stereo.',
} as const satisfies Record<WarningCode, string>;
