const SETTINGS = [
  'PORT      port to listen on; 0 lets the system choose (default: 3000)',
  'HOST      address to listen on (default: every address of this machine)',
  'DATA_DIR  folder for the database and files (default: ./data)',
  '',
  'They are read from the environment or from .env; .env.example lists all of them.',
];

export const START = {
  name: 'npm start',
  summary: 'Install and build what is out of date, then serve the website and its API',
  notes: { Settings: SETTINGS },
};

export const DEV = {
  name: 'npm run dev',
  summary: 'Serve the website and its API from the sources, with hot reload',
  notes: { Settings: SETTINGS },
};

export const BUILD = {
  name: 'npm run build',
  summary: 'Build the website and the server, even if nothing has changed',
  notes: {
    Settings: [
      'ENGINE_LICENSES  leaves out engines under other licenses: "permissive", or SPDX ids with commas (default: all)',
      'RECOGNITION_LANGUAGES  adds languages to text recognition: codes of Tesseract with commas, such as jpn,deu,chi_sim,jpn_vert',
    ],
  },
};

/** `3/12`, or `12` for the part chosen by the commit. */
const slice = {
  expected: 'K/N with K from 1 to N, or N',
  parse(text) {
    const [, k, n] = /^(?:(\d{1,4})\/)?(\d{1,4})$/.exec(text) ?? [];
    return Number(k ?? 1) >= 1 && Number(k ?? 1) <= Number(n) ? text : undefined;
  },
};

export const TEST = {
  name: 'npm test',
  summary: 'Run the tests; the last line is "N passed, N failed"',
  usage: ['[options] [unit|e2e|attack] [WORD…]'],
  operands: [
    {
      name: 'WORD',
      help: 'Run only test files with this word in their path; unit: tests in Node, e2e: in a browser, attack: of the full tier',
      optional: true,
      repeated: true,
    },
  ],
  options: {
    full: { help: 'Run every test; the default leaves out slow ones' },
    changed: { help: 'Run only tests that changes since the main branch can affect' },
    slice: { value: '[K/]N', type: slice, help: 'Run one of N parts of the slow tests: the Kth, or one that the commit chooses' },
  },
  examples: ['--changed', 'unit tests/matrix', '--slice 3/12'],
};

export const CHECK = {
  name: 'npm run check',
  summary: 'Check types, lint, format, imports, unused code, the lockfile and the list of packages',
  operands: [{ name: 'WORD', help: 'Run only checks with this word in their name', optional: true, repeated: true }],
  examples: ['types', 'lint format'],
};

export const FORMAT = {
  name: 'npm run format',
  summary: 'Format the sources and sort their imports',
  operands: [{ name: 'PATH', help: 'Format only these files and folders', optional: true, repeated: true }],
};

export const GEN = {
  name: 'npm run gen',
  summary: 'Write the generated lists of formats, engines, providers and articles',
};

export const PACK_CLI = {
  name: 'npm run pack:cli',
  summary: 'Pack the command line as an npm package, and print the path of the tarball',
  options: { out: { value: 'FOLDER', help: 'Write the tarball here (default: apps/cli/build)' } },
};
