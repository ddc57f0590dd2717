/** Browsers accept one to four numbers. */
const extensionVersion = {
  expected: 'one to four numbers with dots, such as 1.2.0',
  parse: (text) => (/^(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){0,3}$/.test(text) ? text : undefined),
};

export const BUILD_EXTENSION = {
  name: 'npm run build:extension',
  summary: 'Build the browser extension for Chromium and Firefox, each as a folder and as a zip',
  options: {
    out: { value: 'FOLDER', help: 'Write the builds here (default: apps/web/extension/build)' },
    version: { value: 'VERSION', type: extensionVersion, default: '0.1.0', help: 'Version in the manifest' },
    brand: { value: 'NAME', default: 'Bakkum', help: 'Name of the extension' },
  },
  notes: {
    Installing: ['docs/guides/browser-extension.md says how to load, publish and test it'],
  },
  examples: ['--out extension --version 1.0.0'],
};
