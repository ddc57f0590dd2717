import { commaSeparated, wholeNumber } from '../command-line/command-line.mjs';

const MAX_HEIGHT = 20_000;

export const SCREENS = {
  name: 'npm run screens',
  summary: 'Take screenshots of every kind of page at four widths, light and dark, in both languages',
  options: {
    only: { value: 'NAMES', type: commaSeparated(), help: 'Take only these pages, such as home,several-files' },
    out: { value: 'FOLDER', help: 'Folder for the contact sheets; default: tests/output/screens' },
    height: {
      value: 'PIXELS',
      type: wholeNumber({ from: 300, to: MAX_HEIGHT }),
      default: 2400,
      help: 'Cut longer pages off here',
    },
    locales: { value: 'NAMES', type: commaSeparated(), help: 'Only these languages: en, ko' },
    themes: { value: 'NAMES', type: commaSeparated(), help: 'Only these themes: light, dark' },
    widths: { value: 'PIXELS', type: commaSeparated(), help: 'Only these widths, such as 360,1280' },
  },
  notes: { Result: ['One image per page, language and theme, with the widths side by side: FOLDER/PAGE.en.light.png'] },
  examples: ['--only home,pricing', '--locales ko --themes dark --widths 360'],
};
