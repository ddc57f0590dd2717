/** Commands and options of `bakkum`. Plain JavaScript, so that `npm run bakkum -- --help` needs no installed package. */

import { oneOf, wholeNumber } from '../../scripts/command-line/command-line.mjs';

const DAY_SECONDS = 86_400;
const OPTION_OPTION = {
  value: 'NAME=VALUE',
  short: 'o',
  multiple: true,
  help: 'Set a conversion option, such as quality=high',
};
const OPTION_FILE_OPTION = {
  value: 'NAME=FILE',
  multiple: true,
  help: 'Set a conversion option to the text in FILE, for long values',
};
const JSON_OPTION = { help: 'Print the result as JSON' };
const NATIVE_OPTION = { help: 'Use FFmpeg and LibreOffice if they are installed' };
/** Options of commands that write one result to OUT. */
const ONE_RESULT_OPTIONS = {
  option: OPTION_OPTION,
  'option-file': OPTION_FILE_OPTION,
  force: { short: 'f', help: 'Overwrite OUT if it exists' },
  native: NATIVE_OPTION,
  json: JSON_OPTION,
  quiet: { short: 'q', help: 'Hide progress and print only errors' },
};

export const CONVERT = {
  name: 'bakkum convert',
  summary: 'Convert a file',
  operands: [
    { name: 'IN', help: 'File to convert' },
    { name: 'OUT', help: 'File to write; its extension determines the format' },
  ],
  options: {
    to: { value: 'FORMAT', help: 'Convert to this format, regardless of the extension of OUT' },
    ...ONE_RESULT_OPTIONS,
  },
  notes: {
    Settings: ['NATIVE_TOOLS=ffmpeg,imagemagick,libreoffice,tesseract  allows installed programs by name'],
    'Exit codes': ['0 done, 2 incorrect usage, 3 no conversion between these formats, 4 conversion failed'],
    'See also': ['bakkum formats lists the formats that can be read and written.'],
  },
  examples: [
    'report.docx report.pdf',
    'photo.heic photo.jpg -o quality=high',
    'clip.mov clip.mp4 --native',
    'data.bin table.out --to csv',
  ],
};

export const COMBINE = {
  name: 'bakkum combine',
  summary: 'Make one file of several, in their order',
  operands: [
    { name: 'FIRST', help: 'First file' },
    { name: 'FILE', repeated: true, help: 'Files that follow' },
  ],
  options: {
    out: { value: 'OUT', required: true, help: 'File to write; its extension determines the format' },
    ...ONE_RESULT_OPTIONS,
  },
  notes: {
    Results: ['Documents and images become one .pdf; images one .gif, .webp or .mp4; recordings one .mp3'],
    'Exit codes': ['0 done, 2 incorrect usage, 3 cannot be combined, 4 combining failed'],
  },
  examples: ['cover.pdf chapter-*.docx --out book.pdf', 'scan-1.jpg scan-2.jpg --out scans.pdf'],
};

export const COMPARE = {
  name: 'bakkum compare',
  summary: 'Compare two PDF files or documents and list their differences',
  operands: [
    { name: 'BEFORE', help: 'First file: a PDF, or anything that converts to PDF' },
    { name: 'AFTER', help: 'Second file' },
    { name: 'OUT', help: 'Report to write: .pdf with marks on both files, .txt or .json' },
  ],
  options: ONE_RESULT_OPTIONS,
  notes: {
    Passwords: ['-o password=… opens BEFORE, -o secondPassword=… opens AFTER'],
    'Exit codes': ['0 done, whether or not the files differ, 2 incorrect usage, 3 cannot be compared, 4 comparison failed'],
  },
  examples: ['contract-1.pdf contract-2.pdf changes.pdf', 'draft.docx final.pdf changes.txt'],
};

export const SIGN = {
  name: 'bakkum sign',
  summary: 'Sign a PDF with a certificate',
  operands: [
    { name: 'IN', help: 'File to sign: a PDF, or anything that converts to PDF' },
    { name: 'CERTIFICATE', help: 'PKCS #12 file (.p12 or .pfx) with the private key and its certificate' },
    { name: 'OUT', help: 'Signed PDF to write' },
  ],
  options: ONE_RESULT_OPTIONS,
  notes: {
    Passwords: [
      '--option-file certificatePassword=FILE reads the password of the certificate, without a line break, from FILE',
      '-o password=… opens an encrypted PDF',
    ],
    'Exit codes': ['0 done, 2 incorrect usage, 3 cannot be signed, 4 signing failed'],
  },
  examples: ['contract.pdf me.p12 contract-signed.pdf --option-file certificatePassword=secret.txt -o reason=Approved'],
};

export const BATCH = {
  name: 'bakkum batch',
  summary: 'Convert several files and write each result next to its source',
  operands: [{ name: 'FILE', repeated: true, help: 'File to convert' }],
  options: {
    to: { value: 'FORMAT', default: 'auto', help: 'Convert to this format; auto chooses the most common one for each file' },
    out: { value: 'DIR', help: 'Folder for results; default: each file’s own folder' },
    option: OPTION_OPTION,
    'option-file': OPTION_FILE_OPTION,
    native: NATIVE_OPTION,
    notify: { help: 'Show a notification when done (for file managers)' },
    json: JSON_OPTION,
    quiet: { short: 'q', help: 'Print only failures' },
  },
  notes: { Files: ['Nothing is overwritten: if a name is taken, a number is added.'] },
  examples: ['*.heic --to jpg', 'report.docx slides.pptx --to pdf --out sent'],
};

export const FORMATS = {
  name: 'bakkum formats',
  summary: 'List the formats that can be read and written',
  options: { json: { help: 'Print formats and all pairs with their routes as JSON' } },
};

export const DETECT = {
  name: 'bakkum detect',
  summary: 'Detect the format of a file from its content',
  operands: [{ name: 'FILE', help: 'File to inspect' }],
  options: { json: JSON_OPTION },
};

export const ENGINES = {
  name: 'bakkum engines',
  summary: 'List the engines that are downloaded on first use',
  options: { json: JSON_OPTION },
};

export const FETCH_ENGINES = {
  name: 'bakkum engines fetch',
  summary: 'Download engines now to convert offline later',
  operands: [{ name: 'NAME', repeated: true, help: 'Engine to download, as listed by bakkum engines, or all' }],
  options: { json: JSON_OPTION },
  examples: ['office', 'all'],
};

export const MCP = {
  name: 'bakkum mcp',
  summary: 'Let AI agents convert files on this machine (Model Context Protocol over standard input and output)',
  options: {
    allow: {
      value: 'DIR',
      multiple: true,
      help: 'Read and write only in this folder; default: the working directory',
    },
    native: NATIVE_OPTION,
  },
  notes: {
    Tools: ['convert, combine_files, detect, list_formats'],
    'Set up': ['Clients start this command themselves: {"command": "npx", "args": ["-y", "bakkum", "mcp", "--allow", "DIR"]}'],
  },
  examples: ['--allow ~/Documents --allow ~/Downloads'],
};

export const WATCH = {
  name: 'bakkum watch',
  summary: 'Convert the files in a folder, and new ones as they arrive',
  operands: [{ name: 'FOLDER', help: 'Folder to watch; its subfolders are ignored' }],
  options: {
    to: { value: 'FORMAT', required: true, help: 'Convert to this format' },
    out: { value: 'DIR', help: 'Folder for results; default: converted in FOLDER' },
    option: OPTION_OPTION,
    'option-file': OPTION_FILE_OPTION,
    poll: {
      value: 'SECONDS',
      type: wholeNumber({ from: 1, to: DAY_SECONDS }),
      help: 'Check at this interval, for network folders that don’t report changes',
    },
    native: NATIVE_OPTION,
    json: { help: 'Print a line of JSON for each file' },
    quiet: { short: 'q', help: 'Print only failures' },
  },
  notes: {
    Files: ['A file is converted once its size and modification time stop changing, and again if it changes later.'],
    'In the results folder': ['failures.log and failed/ explain what went wrong; .bakkum-watch records which files are done'],
  },
  examples: ['~/Scans --to pdf', 'incoming --to jpg --out photos -o quality=high'],
};

export const INTEGRATE = {
  name: 'bakkum integrate',
  summary: 'Add conversions to the right-click menu of the file manager',
  options: {
    remove: { help: 'Remove the entries' },
    desktop: { value: 'NAME', type: oneOf('gnome', 'kde', 'windows', 'macos'), help: 'Desktop to use; default: the current one' },
    lang: { value: 'LANG', type: oneOf('en', 'ko'), help: 'Language of the entries; default: the system language' },
    out: { value: 'DIR', help: 'Write the files into this folder instead of installing them' },
  },
  examples: ['--desktop kde', '--remove'],
};

export const COMMANDS = {
  convert: CONVERT,
  combine: COMBINE,
  compare: COMPARE,
  sign: SIGN,
  batch: BATCH,
  formats: FORMATS,
  detect: DETECT,
  engines: ENGINES,
  'engines fetch': FETCH_ENGINES,
  mcp: MCP,
  watch: WATCH,
  integrate: INTEGRATE,
};

export const BAKKUM = {
  name: 'bakkum',
  summary: 'Convert files on this machine, with the same engines as the website',
  commands: COMMANDS,
  notes: { 'Exit codes': ['0 done, 2 incorrect usage, 3 no conversion between these formats, 4 conversion failed'] },
};
