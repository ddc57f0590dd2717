/** Home screen, around the converter itself. */
export const home = {
  title: 'Convert files in your browser',
  description:
    'Convert pictures between JPG, PNG, WebP, AVIF, HEIC, PDF and more. Files stay on your device, and no account is needed.',
  heading: 'Convert files without uploading them',
  lead: 'Drop a file, pick a format, save the result. The work happens on your device.',
  featuresHeading: 'What you can rely on',
  fastTitle: 'Fast',
  fastBody: 'No upload and no queue. Your own processor does the work, and your browser’s built-in codecs are used first.',
  secureTitle: 'Private by design',
  secureBody:
    'The page is not allowed to send your files anywhere: its security policy blocks every address but ours, and the converter never uploads to ours.',
  universalTitle: 'Knows a file by its content',
  universalBody:
    'A wrong or missing extension does not matter. When there is no direct way between two formats, converters are joined into one route.',
  batchTitle: 'Many at once',
  batchBody: 'Drop a whole folder. Choose a format for each file, follow each one, and take everything as one zip.',
} as const;
