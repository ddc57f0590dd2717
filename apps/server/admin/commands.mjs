/** Commands and options of `bakkum admin`. Plain JavaScript, so its help works before packages are installed. */
import { oneOf, wholeNumber } from '../../../scripts/command-line/command-line.mjs';

const MAX_DAYS = 3660;
const MAX_CREDITS = 1_000_000_000;
const days = (help) => ({ value: 'N', type: wholeNumber({ from: 1, to: MAX_DAYS }), default: 30, help });

const DAY = {
  expected: 'a day as YYYY-MM-DD',
  parse: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined),
};
const TIME = {
  expected: 'a time such as 2026-12-24T22:00Z',
  parse: (text) => (/^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined),
};
const ADDRESS = {
  expected: 'an address such as http://127.0.0.1:8188',
  parse: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text.replace(/\/$/, '') : undefined),
};
const SERVICES = ['conversion', 'web', 'storage', 'authentication', 'payment', 'mail', 'images'];
const SERVICE_LIST = {
  expected: `none, or some of ${SERVICES.join(', ')} with commas`,
  parse: (text) => (text === 'none' || text.split(',').every((name) => SERVICES.includes(name)) ? text : undefined),
};
const IMPACTS = ['none', 'maintenance', 'degraded', 'outage'];
const PAYMENT_STATES = ['created', 'ordered', 'capturing', 'pending', 'captured', 'refunded', 'reversed', 'expired', 'failed'];

const EMAIL = { name: 'EMAIL', help: 'Email address of the account' };
const NUMBER = { name: 'NUMBER', help: 'Number of the payment, such as INV-1f0c…' };
const INCIDENT = { name: 'NUMBER', help: 'Number of the incident' };
const IMAGE_LINK = { name: 'LINK', help: 'Link to the image, or the number of a report about it' };
const WORDS = {
  en: { value: 'TEXT', help: 'What to say in English' },
  ko: { value: 'TEXT', help: 'What to say in Korean' },
};
const REQUIRED_WORDS = { en: { ...WORDS.en, required: true }, ko: { ...WORDS.ko, required: true } };

const DEFINITIONS = {
  account: { summary: 'Show an account and its balance', operands: [EMAIL] },
  statement: { summary: 'List every entry behind the balance of an account', operands: [EMAIL] },
  grant: {
    summary: 'Give credits to an account',
    operands: [EMAIL, { name: 'CREDITS', type: wholeNumber({ from: 1, to: MAX_CREDITS }), help: 'How many credits' }],
    options: {
      days: days('Days until the credits expire'),
      ref: { value: 'REF', help: 'Your reference; a second grant with the same one adds nothing' },
      note: { value: 'TEXT', help: 'Reason, kept with the grant' },
    },
    examples: ['mina@example.com 25 --ref ticket:7'],
  },
  freeze: { summary: 'Stop an account from spending credits', operands: [EMAIL] },
  unfreeze: { summary: 'Let an account spend credits again', operands: [EMAIL] },
  audit: { summary: 'Check the credit ledger for inconsistencies; exit with 1 if there are any' },
  mail: { summary: 'Count queued, sent and failed emails' },
  contact: {
    summary: 'List contact messages, newest first, or show one',
    operands: [{ name: 'ID', help: 'Number of the message to show', optional: true }],
  },
  'contact answer': {
    summary: 'Answer a contact message by email',
    operands: [
      { name: 'ID', help: 'Number of the message' },
      { name: 'TEXT', help: 'The answer, in the language of the message', repeated: true },
    ],
  },
  payments: {
    summary: 'List payments, newest first',
    operands: [
      {
        name: 'STATE',
        type: oneOf(...PAYMENT_STATES),
        help: `Only payments that are ${PAYMENT_STATES.join(', ')}`,
        optional: true,
      },
    ],
  },
  'payments history': { summary: 'List every step of a payment and who made it', operands: [NUMBER] },
  'payments report': {
    summary: 'Show the figures for a day; exit with 1 if money and credits disagree',
    operands: [{ name: 'DAY', type: DAY, help: 'The day in UTC, as YYYY-MM-DD (default: yesterday)', optional: true }],
  },
  'payments check': { summary: 'Check the keys of every payment service; exit with 1 if one is refused' },
  'payments plans': {
    summary: 'Create the plans that renew automatically at PayPal, or find them, and print their settings',
  },
  'payments subscriptions': { summary: 'List subscriptions that charge, and those that ended in the last 30 days' },
  'payments end': {
    summary: 'End a subscription; paid time and credits stay',
    operands: [{ name: 'NUMBER', help: 'Number of the subscription, such as SUB-1f0c…' }],
  },
  'payments reconcile': { summary: 'Check all open payments with the payment service now' },
  'payments refund': { summary: 'Refund a payment, or retry a failed refund', operands: [NUMBER] },
  'payments refuse': { summary: 'Decline a refund that a customer requested', operands: [NUMBER] },
  'payments dispute': {
    summary: 'Record how a dispute ended',
    operands: [
      { name: 'ID', help: 'Id of the dispute at the payment service' },
      { name: 'RESULT', type: oneOf('won', 'lost'), help: 'won or lost' },
    ],
  },
  money: {
    summary: 'Show revenue, image costs and accounts to review; exit with 1 if money and credits disagree',
    options: { days: days('Days to cover') },
  },
  'money evidence': { summary: 'Print everything stored about a payment as JSON, to answer a dispute', operands: [NUMBER] },
  images: {
    summary: 'Show attempts, faults, cost, refusals and reports of each image model',
    options: { days: days('Days to cover') },
  },
  'images check': {
    summary: 'Try the key of every image service by its cheapest call; exit with 1 if one fails',
    notes: { Cost: ['Free where the service has a free call. Others draw one small image.'] },
  },
  'images setup': {
    summary: 'Find local image programs, draw a test image and print the settings; exit with 1 if none draws',
    options: {
      address: {
        value: 'URL',
        type: ADDRESS,
        multiple: true,
        help: 'Look at this address instead of the default ones',
      },
      out: { value: 'FILE', help: 'New PNG file for the test image' },
    },
    notes: { Settings: ['Printed, never changed. Those already set, such as a ComfyUI graph, are used.'] },
    examples: ['--address http://192.168.0.20:8188 --out test.png'],
  },
  'images reports': {
    summary: 'List open reports about images and refused prompts, or show one and save its image',
    operands: [
      { name: 'ID', help: 'Number of the report to show', optional: true },
      { name: 'FILE', help: 'New PNG file for the reported image', optional: true },
    ],
  },
  'images reports close': {
    summary: 'Close a report',
    operands: [{ name: 'ID', help: 'Number of the report' }],
  },
  'images unshare': {
    summary: 'Stop sharing an image and its versions, which then can’t be shared again',
    operands: [IMAGE_LINK],
    examples: ['https://example.com/shared-image/k3JxV0c2Qm6d8TtYw1Zb4A', '12'],
  },
  'images unshare undo': { summary: 'Let the owner share the image again, with a new link', operands: [IMAGE_LINK] },
  incidents: { summary: 'List incidents and planned maintenance, newest first' },
  'incidents open': {
    summary: 'Announce an incident or maintenance on the status page',
    operands: [
      { name: 'SERVICES', type: SERVICE_LIST, help: `Affected services with commas, or none: ${SERVICES.join(', ')}` },
      { name: 'IMPACT', type: oneOf(...IMPACTS), help: IMPACTS.join(', ') },
    ],
    options: {
      ...REQUIRED_WORDS,
      from: { value: 'TIME', type: TIME, help: 'Start, such as 2026-12-24T22:00Z (default: now)' },
      until: { value: 'TIME', type: TIME, help: 'Planned end' },
    },
    examples: ['storage,mail maintenance --en "New disks" --ko "디스크 교체"'],
  },
  'incidents update': { summary: 'Add an update to an incident', operands: [INCIDENT], options: REQUIRED_WORDS },
  'incidents close': { summary: 'Close an incident', operands: [INCIDENT], options: WORDS },
  analytics: {
    summary: 'Show visits, conversions, failures and downloads',
    options: { days: days('Days to show') },
  },
  jobs: { summary: 'Count waiting, running and failed jobs by kind' },
  'jobs retry': {
    summary: 'Retry all failed jobs of a kind',
    operands: [{ name: 'KIND', help: 'Kind of job, as listed by jobs' }],
  },
  storage: { summary: 'Test the file storage by writing, reading and deleting a file' },
  'storage make': { summary: 'Create the bucket, then test it' },
  backup: { summary: 'Write the database to a file while the server runs', operands: [{ name: 'FILE', help: 'File to write' }] },
  restore: {
    summary: 'Fill an empty database from a backup; stop the server first',
    operands: [{ name: 'FILE', help: 'File that backup wrote' }],
  },
  'backup-files': {
    summary: 'Copy stored files that are missing from a folder into it; run it after backup',
    operands: [{ name: 'FOLDER', help: 'Folder to copy to' }],
  },
  'restore-files': {
    summary: 'Copy files from a folder back to the file storage',
    operands: [{ name: 'FOLDER', help: 'Folder that backup-files wrote' }],
  },
};

/** Adds full names, and lists subcommands in the help of their parent command. */
function named(definitions) {
  const entries = Object.entries(definitions).map(([key, definition]) => {
    const related = Object.entries(definitions).filter(([other]) => other.startsWith(`${key} `));
    return [
      key,
      {
        name: `bakkum admin ${key}`,
        ...definition,
        ...(related.length > 0 && {
          related: Object.fromEntries(related.map(([other, it]) => [other.slice(key.length + 1), it])),
        }),
      },
    ];
  });
  return Object.fromEntries(entries);
}

export const ADMIN = {
  name: 'bakkum admin',
  summary: 'Operate a server, also while it runs',
  commands: named(DEFINITIONS),
  notes: { Settings: ['Those of the server, such as DATA_DIR and DATABASE_URL; .env.example lists them.'] },
};
