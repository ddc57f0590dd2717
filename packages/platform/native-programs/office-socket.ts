/** The local socket of a running LibreOffice, at which another one with the same profile hands over its arguments. */
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { ConversionError } from '@bakkum/conversion/errors';
import type { OfficeHandover } from '@bakkum/conversion/installed-programs';

/** Messages of the protocol, each ended by a NUL: `officeipcthread.cxx` of LibreOffice. */
const ARGUMENTS = 'InternalIPC::Arguments';
const DONE = 'InternalIPC::ProcessingDone';
const MAX_ANSWER_LENGTH = 1000;

type Outcome = 'done' | 'ended' | 'no-socket';

/**
 * Sends arguments to the LibreOffice of a profile and waits until it has processed them. Costs a connection, where a second `soffice` costs
 * a dozen processes.
 * @throws ConversionError `cancelled`, `timeout`
 */
export function handToOffice(handover: OfficeHandover): Promise<Outcome> {
  const { profile, seconds, signal } = handover;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelled());
      return;
    }
    const socket = connect({ path: officeSocket(profile) });
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      socket.destroy();
      settle();
    };
    const cancel = (): void => end(() => reject(cancelled()));
    const timer = setTimeout(
      () => end(() => reject(new ConversionError('timeout', `LibreOffice took longer than ${seconds} s`))),
      seconds * 1000,
    );
    signal.addEventListener('abort', cancel, { once: true });
    listen(socket, (outcome) => end(() => resolve(outcome)));
    socket.write(`${messageOf(handover)}\0`);
  });
}

function cancelled(): ConversionError {
  return new ConversionError('cancelled', 'aborted while LibreOffice converted');
}

/** Calls back once: when the arguments are processed, or when the connection ends without that. */
function listen(socket: Socket, ended: (outcome: Outcome) => void): void {
  let answer = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    answer += text;
    if (answer.includes(DONE)) ended('done');
    else if (answer.length > MAX_ANSWER_LENGTH) ended('ended');
  });
  socket.on('error', (error: NodeJS.ErrnoException) => ended(error.code === 'ENOENT' ? 'no-socket' : 'ended'));
  socket.on('close', () => ended('ended'));
}

function messageOf({ folder, arguments: args }: OfficeHandover): string {
  return [`${ARGUMENTS}1${escaped(pathToFileURL(folder).href)}`, ...args.map(escaped)].join(',');
}

/** Commas separate the arguments. */
function escaped(text: string): string {
  return text.replace(/[\\,\0]/g, (character) => (character === '\0' ? '\\0' : `\\${character}`));
}

/** Path of the socket: named after the user and the address of the profile, as `start.c` of LibreOffice does. */
export function officeSocket(profile: string): string {
  const digest = createHash('md5')
    .update(Buffer.from(`file://${profile}`, 'utf16le'))
    .digest();
  const name = [...digest].map((byte) => byte.toString(16)).join('');
  return `/tmp/OSL_PIPE_${process.getuid?.() ?? 0}_SingleOfficeIPC_${name}`;
}
