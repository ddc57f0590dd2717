/** Quick screen, around the converter itself. */
export const quick = {
  title: 'Quick convert',
  description:
    'Drop any file and convert it with one click. We choose the best format from its content, explain why, and let you change it.',
  heading: 'Quick convert',
  lead: 'Drop files. We pick the best format for each file. One click does the rest.',
  figureTime: 'your last conversion',
  figureSuccess: 'success rate on this device',
  figureFormats: 'supported formats',
  figureNone: '–',
  queue: { one: 'Ready for Quick Conversion ({count} file)', other: 'Ready for Quick Conversion ({count} files)' },
  convertAll: 'Quick Convert All',
  running: 'Converting...',
  smartTitle: 'Smart Detection',
  smartBody:
    'HEIC becomes JPG, MOV becomes MP4, documents become PDF. The choice is based on the content, not the name; each row explains it, and you can pick another format.',
  instantTitle: 'Instant Processing',
  instantBody: 'No uploads, no queue. The time above was measured on your device for the last file you converted.',
} as const;
