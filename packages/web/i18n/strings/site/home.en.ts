/** Home screen, around the converter itself. */
export const home = {
  title: 'Convert files in your browser',
  description:
    'Convert images between JPG, PNG, WebP, AVIF, HEIC, PDF and more. Files stay on your device, and no account is needed.',
  heading: 'Convert files without uploading them',
  lead: 'Drop a file, pick a format and save the result. Everything happens on your device.',
  samples: 'No file on hand? Try a sample',
  sampleImage: 'Image (HEIC)',
  sampleDocument: 'Document (DOCX)',
  sampleHwp: 'Korean document (HWP)',
  sampleFailed: 'The sample couldn’t be loaded. Check your connection and try again, or choose your own file.',
  featuresHeading: 'Why use it',
  fastTitle: 'Fast',
  fastBody: 'No uploads and no queue. Your own device does the work, using your browser’s built-in codecs where possible.',
  secureTitle: 'Private by design',
  secureBody:
    'This page can’t send your files anywhere: its security policy blocks connections to other sites, and the converter never uploads files to ours.',
  universalTitle: 'Detects formats by content',
  universalBody:
    'A wrong or missing extension doesn’t matter. If there’s no direct conversion between two formats, we chain converters automatically.',
  batchTitle: 'Batch conversion',
  batchBody: 'Drop a whole folder, choose a format for each file, follow the progress, and download everything as one ZIP.',
} as const;
