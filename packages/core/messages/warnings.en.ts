import type { WarningCode } from '@bakkum/conversion/engine';

/** Warnings for users about a conversion that succeeded. */
export const warnings = {
  'animation-flattened': 'This format doesn’t support animation, so the result shows only the first frame.',
  'pages-dropped': 'The result contains only the first page.',
  'depth-reduced': 'Color depth was reduced to 8 bits per channel.',
  'transparency-flattened': 'Transparent areas were filled with the background color.',
  'colours-reduced': 'The number of colors was reduced to the format’s maximum.',
  'metadata-dropped': 'Some metadata couldn’t be kept.',
  'profile-converted': 'Colors were converted to sRGB.',
  'fonts-substituted': 'Some fonts were replaced.',
  'fonts-replaced': 'Fonts replaced with similar ones because they aren’t available here: {fonts}.',
  'resized-to-fit': 'The image was scaled down to the format’s maximum size.',
  'glyphs-missing': 'No available font contains these characters, so they appear as boxes: {characters}.',
  'less-faithful':
    'A simpler method was used because the more accurate one doesn’t support this file. Compare the result with the original.',
  'layout-lost': 'Text, headings, lists, tables and images are kept, but the page layout, fonts and colors may differ.',
  'only-text-kept': 'Only the text was kept.',
  'pages-as-images': 'Pages were converted to images, so their text can’t be selected.',
  'damaged-source': 'The file is damaged. We converted everything that was still readable.',
  'frames-dropped': 'Some frames couldn’t be kept.',
  'tracks-dropped': 'This format supports only one track, so only the main track was kept.',
  'subtitles-dropped': 'Subtitles couldn’t be kept.',
  'chapters-dropped': 'Chapters couldn’t be kept.',
  'fields-flattened': 'Some form fields can no longer be edited and only show their current values.',
  'fields-not-filled': 'Form values that couldn’t be filled in: {count}. Check the field names and the available choices.',
  'fields-not-flattened': 'Some form fields or comments have no stored appearance, so they couldn’t be drawn on the page.',
  'additions-not-placed': 'Items not added because their pages don’t exist: {count}. Check the page numbers.',
  'pages-not-cropped': 'Some pages weren’t cropped because nothing would have been left. Check the margins or the area to keep.',
  'crop-areas-unused': 'Crop areas not used because their pages don’t exist: {count}. Check the page numbers.',
  'nothing-redacted':
    'The text to redact wasn’t found, so no page was changed. Scanned pages don’t contain text; redact areas of those pages instead.',
  'texts-not-found':
    'Terms not found and therefore not redacted: {count}. Check the spelling, or redact areas of the page instead.',
  'pages-not-searched': 'Pages with no text to search, such as scans: {count}. If needed, redact areas of those pages.',
  'redacted-pages-as-images':
    'Pages where a redaction covers an image or drawing were converted to redacted images, so their text can’t be selected.',
  'archived-pages-as-images':
    'Pages that became images because PDF/A doesn’t allow something on them, such as fonts that aren’t embedded or CMYK colors: {count}. Their text can no longer be selected.',
  'colours-left': 'Colors that couldn’t be converted to gray: {count}. Check the result.',
  'images-recompressed': 'Images recompressed at lower quality: {count}. Compare the result with the original.',
  'size-not-reached': 'The file couldn’t be reduced to your target size. This is the smallest version we could create.',
  'already-small': 'The file couldn’t be made smaller, so it’s unchanged.',
  'certificate-expired':
    'The certificate expired on {date}, so programs will report the signature as invalid. Sign with a certificate that is still valid.',
  'certificate-not-yet-valid':
    'The certificate is only valid from {date}. Until then, programs will report the signature as invalid.',
  'certificate-not-for-signing':
    'The certificate was issued for another use, such as encryption. Some programs may not accept the signature.',
  'signature-restricted':
    'The file was certified earlier, which can forbid further signatures. Check in your PDF program whether it accepts both.',
  'signatures-dropped': 'The digital signatures were removed because they no longer match the changed file.',
  'attachments-dropped': 'Attached files, such as fonts, couldn’t be kept.',
  'cover-dropped': 'The cover image couldn’t be kept.',
  'entries-dropped': 'Entries skipped because they or their links point outside the destination folder: {count}.',
  'links-dropped': 'Links were left out: {count}.',
  'pictures-dropped': 'Some or all images in the document couldn’t be converted.',
  'objects-dropped': 'Tables, charts or videos couldn’t be converted. Check the result against the original.',
  'includes-missing': 'The document refers to other files that are missing. Their names are shown instead.',
  'scanned-pages': 'Scanned pages remain images, so their text can’t be edited.',
  'text-recognized': 'Pages with recognized text: {count}. Check names and numbers for errors.',
  'nothing-recognized': 'No text was added. The pages already contain text, or the text in their images couldn’t be read.',
  'words-uncertain': 'Words that may have been misread: {count}. Check them against the original.',
  'styles-dropped': 'Some text styles, such as colors or positions, couldn’t be kept.',
  'types-changed':
    'Values that the format doesn’t support, such as dates, binary data, empty values or very large numbers, were saved as a different type.',
  'structure-changed': 'Some nesting, key order or names were changed to fit the format.',
  'outlines-redrawn': 'Glyphs were redrawn with a different type of curve and without hinting for small sizes.',
  'variations-dropped': 'The font is no longer variable. Its weight, width and slant were set to their defaults.',
  'comments-dropped': 'Comments couldn’t be kept.',
  'characters-replaced': 'Characters that the encoding doesn’t support were replaced with question marks: {count}.',
  'cells-cut': 'Text longer than 32,767 characters, the limit for a spreadsheet cell, was truncated.',
  'no-content': 'None of the workbook’s sheets have content, so the result is empty too.',
  'bitrate-limited': 'The requested bitrate isn’t available for this audio, so {kbps} kbps was used.',
  'channels-mixed': 'Surround sound was mixed down to stereo.',
  'unit-unknown':
    'The file doesn’t specify a unit of length, so the numbers weren’t changed. Check the size, or set the unit under “More options”.',
  'materials-dropped': 'Some colors, materials or textures couldn’t be kept.',
  'motion-dropped': 'Animations and skeletons couldn’t be kept, so the model is static.',
  'surfaces-faceted': 'Curved surfaces were converted to flat facets.',
  'private-data-dropped': 'Patient, location and operator data isn’t included in the result.',
  'size-guessed':
    'The file doesn’t specify the image size, so we guessed {width} × {height} pixels. If the image looks slanted, enter the size under “More options”.',
  'preview-only': 'Only the small preview image in the file could be read, not the drawing or document itself.',
  'slices-dropped': 'The result contains only the middle slice. To get all slices, choose “All” under “More options”.',
} as const satisfies Record<WarningCode, string>;
