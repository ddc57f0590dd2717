/** Quick screen, around the converter itself. */
export const quick = {
  title: 'Quick convert',
  description:
    'Drop any file and convert it with one click. We choose the best format based on the file’s content, explain why, and let you change it.',
  heading: 'Quick convert',
  lead: 'Drop your files, and we’ll pick the best format for each one. One click does the rest.',
  figureTime: 'your last conversion',
  figureSuccess: 'success rate on this device',
  figureFormats: 'supported formats',
  figureNone: '–',
  queue: { one: 'Ready for Quick Conversion ({count} file)', other: 'Ready for Quick Conversion ({count} files)' },
  convertAll: 'Quick Convert All',
  running: 'Converting...',
  smartTitle: 'Smart Detection',
  smartBody:
    'HEIC becomes JPG, MOV becomes MP4, and documents become PDF. We look at the content, not the file name. Each row explains our choice, and you can pick a different format.',
  instantTitle: 'Instant Processing',
  instantBody: 'No uploads, no queue. The time above is how long your last file took to convert on this device.',
} as const;
