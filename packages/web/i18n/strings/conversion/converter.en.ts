/** File Converter screen, around the converter itself. */
export const converter = {
  title: 'File converter',
  description:
    'Convert several files at once, with quality, size and metadata options. Everything runs in your browser; nothing is uploaded.',
  heading: 'File converter',
  lead: 'Add up to 50 files, up to 100 MB each. Choose a format for every file, adjust the options, and download the results one by one or as a ZIP.',
} as const;
