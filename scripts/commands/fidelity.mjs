import { commaSeparated, wholeNumber } from '../command-line/command-line.mjs';

const DAY_SECONDS = 86_400;
const MAX_CONCURRENCY = 64;

export const FIDELITY_PDF = {
  name: 'npm run fidelity -- pdf',
  summary: 'Convert PDF to DOCX with our engine and others, and score how much of each document survives',
  options: {
    dir: { value: 'FOLDER', help: 'Use the PDF files in this folder; only words, pages and looks are scored then' },
    only: { value: 'NAMES', type: commaSeparated(), help: 'Use only documents with one of these words in their name' },
    ours: { help: 'Leave out the other programs' },
    scans: { help: 'Convert images of the pages, without their text; implies --ours' },
    out: { value: 'FOLDER', help: 'Keep all files in this folder, and reuse those already there' },
  },
  examples: ['--ours', '--scans --only invoice,tables', '--dir samples --out scored'],
};

export const FIDELITY_PAGES = {
  name: 'npm run fidelity -- pages',
  summary: 'Convert web pages and books to PDF on the built website and in Node, and compare both with Chromium’s own print',
  options: {
    dir: { value: 'FOLDER', multiple: true, help: 'Convert the web pages and books in this folder' },
    out: { value: 'FOLDER', help: 'Keep the report and the PDFs of each file here, and reuse those already there' },
  },
  examples: ['--dir samples --out compared'],
};

export const FIDELITY = {
  name: 'npm run fidelity',
  summary: 'Convert office documents to PDF with our engine and with native LibreOffice, and compare the two',
  usage: ['--dir FOLDER… [options]', '--koreans [options]', 'pdf [options]', 'pages [options]'],
  options: {
    dir: { value: 'FOLDER', multiple: true, help: 'Convert the office documents in this folder' },
    koreans: { help: 'Convert generated Korean documents and check every letter' },
    browser: { help: 'Convert in a browser, on the built website, instead of in Node' },
    out: { value: 'FOLDER', help: 'Keep the report and both PDFs of each file here, and reuse native PDFs already there' },
    jobs: { value: 'N', type: wholeNumber({ from: 1, to: MAX_CONCURRENCY }), default: 1, help: 'Files at the same time' },
    timeout: {
      value: 'SECONDS',
      type: wholeNumber({ from: 1, to: DAY_SECONDS }),
      default: 120,
      help: 'Longest time of one conversion',
    },
  },
  related: { pdf: FIDELITY_PDF, pages: FIDELITY_PAGES },
  examples: ['--dir samples --out compared', '--koreans', 'pdf --help'],
};

/** The first word selects: none for office documents, `pdf` for PDF, `pages` for web pages. */
export const FIDELITY_COMMANDS = {
  name: 'npm run fidelity',
  summary: FIDELITY.summary,
  commands: { '': FIDELITY, pdf: FIDELITY_PDF, pages: FIDELITY_PAGES },
};
