/** Shown offline for a page that is not on the device. */
export const notStored = {
  title: 'You’re offline',
  body: 'This page isn’t stored on this device. You can open it when you’re back online.',
  again: 'Try again',
  works: 'Works offline',
  home: 'Home',
  converter: 'File converter',
  batch: 'Batch convert',
  offline: 'Use offline',
  faq: 'FAQ',
} as const;
