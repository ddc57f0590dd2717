import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { handToOffice, officeSocket } from './office-socket.ts';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A program that listens as LibreOffice does. @param act receives the message and its connection */
async function listening(act: (message: string, socket: Socket) => void): Promise<string> {
  const profile = `/profile-${randomUUID()}`;
  const server = createServer((socket) => {
    let message = '';
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (text) => {
      message += String(text);
      if (message.endsWith('\0')) act(message, socket);
    });
    socket.write('InternalIPC::SendArguments\0');
  });
  servers.push(server);
  server.listen(officeSocket(profile));
  await once(server, 'listening');
  return profile;
}

const hand = (profile: string, signal = new AbortController().signal, seconds = 60) =>
  handToOffice({ profile, folder: '/folder/a b', arguments: ['--convert-to', 'pdf:x:{"a":1,"b":2}', 'c\\d'], seconds, signal });

it('sends the folder and the arguments, with commas escaped, and waits until they are processed', async () => {
  let sent = '';
  const profile = await listening((message, socket) => {
    sent = message;
    socket.write('InternalIPC::Processing');
    socket.write('Done\0');
  });
  expect(await hand(profile)).toBe('done');
  expect(sent).toBe('InternalIPC::Arguments1file:///folder/a%20b,--convert-to,pdf:x:{"a":1\\,"b":2},c\\\\d\0');
});

it('ends with the connection', async () => {
  expect(await hand(await listening((_, socket) => socket.destroy()))).toBe('ended');
});

it('reports a missing socket', async () => {
  expect(await hand(`/profile-${randomUUID()}`)).toBe('no-socket');
});

it('ends with its job and after its time', async () => {
  const controller = new AbortController();
  const profile = await listening(() => controller.abort());
  await expect(hand(profile, controller.signal)).rejects.toMatchObject({ code: 'cancelled' });
  await expect(hand(profile, controller.signal)).rejects.toMatchObject({ code: 'cancelled' });
  await expect(hand(await listening(() => undefined), new AbortController().signal, 0.01)).rejects.toMatchObject({
    code: 'timeout',
  });
});
