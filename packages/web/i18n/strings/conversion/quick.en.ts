/** Quick screen, around the converter itself. */
export const quick = {
  title: 'Quick convert',
  description:
    'Drop any file and convert it with one click: the best format is chosen by what is inside, with the reason, and you can change it.',
  heading: 'Quick convert',
  lead: 'Drop files. Each is given the format that suits it best, by its content. One click does the rest.',
  figureTime: 'your last conversion',
  figureSuccess: 'success rate on this device',
  figureFormats: 'formats that work',
  figureNone: '–',
  queue: { one: 'Ready for Quick Conversion ({count} file)', other: 'Ready for Quick Conversion ({count} files)' },
  convertAll: 'Quick Convert All',
  running: 'Converting...',
  smartTitle: 'Smart Detection',
  smartBody:
    'HEIC becomes JPG, MOV becomes MP4, a document becomes PDF. The choice goes by what the file is, not by its name; the row says why, and another format is one press away.',
  instantTitle: 'Instant Processing',
  instantBody:
    'Nothing is uploaded and nothing waits in a queue. The time above is measured on your device, for the last file you converted.',
} as const;
