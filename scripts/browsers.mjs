import { findProgram } from './programs.mjs';

/** Browsers that tests and the matrix run in. Each but Chromium is left out where its programs are not installed. */
const BROWSERS = ['chromium', 'firefox', 'webkit'];

const MINI_BROWSER = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);

/** The commands of a browser, by the name of their part. */
const PROGRAMS = {
  chromium: {
    browser: [process.env.BAKKUM_BROWSER, process.env.CHROMIUM_PATH, '/usr/bin/chromium'].filter((each) => each !== undefined),
  },
  firefox: { browser: [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', 'firefox'].filter((each) => each !== undefined) },
  webkit: { browser: MINI_BROWSER, driver: ['WebKitWebDriver'], display: ['Xvfb'] },
};

/** Returns the path of each part of a browser, or undefined where one of them is missing. */
export function programsOf(name) {
  const found = Object.entries(PROGRAMS[name]).map(([part, commands]) => [part, findProgram(commands)]);
  return found.every(([, command]) => command !== undefined) ? Object.fromEntries(found) : undefined;
}

/** Returns the names of the browsers that are not installed here. Tests always have a Chromium (find-browser.mjs). */
export function missingBrowsers() {
  return BROWSERS.filter((name) => name !== 'chromium' && programsOf(name) === undefined);
}
