import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { askForEvents } from './event-stream.ts';

const LIMITS = { event: 100_000, total: 1_000_000 };
const { signal } = new AbortController();
let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

/** Reads the events of a server until one is the image. */
async function ask(answer: (response: ServerResponse) => void) {
  const started = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/event-stream');
    answer(response);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const seen: string[] = [];
  const address = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  const streamed = await askForEvents(
    address,
    { method: 'POST', signal },
    ({ event = '', data }) => {
      seen.push(`${event}:${data.slice(0, 5)}`);
      return event === 'image' ? data : undefined;
    },
    LIMITS,
  );
  return { seen, streamed };
}

const event = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`;

describe('events', () => {
  it('are read up to the result', async () => {
    const { seen, streamed } = await ask((response) => {
      response.write(`: comment\n\n${event('preview', 'a')}`);
      response.write(event('image', 'b') + event('preview', 'c'));
    });
    expect([seen, streamed]).toEqual([['preview:a', 'image:b'], { kind: 'events', result: 'b' }]);
  });

  it('that are too large are skipped', async () => {
    const { seen, streamed } = await ask((response) => {
      response.write('event: preview\ndata: ');
      for (let part = 0; part < 8; part += 1) response.write('x'.repeat(50_000));
      response.write('\n\n');
      response.end(event('image', 'small'));
    });
    expect([seen.at(-1), streamed]).toEqual(['image:small', { kind: 'events', result: 'small' }]);
  });

  it('that are too large and hold the image make the answer bad', async () => {
    const large = ask((response) => response.end(event('image', 'x'.repeat(400_000))));
    await expect(large).rejects.toMatchObject({ code: 'bad-answer' });
  });

  it('are abandoned if they never end', async () => {
    const endless = ask((response) => {
      const more = (): void => {
        while (response.write(event('preview', 'x'.repeat(50_000))));
      };
      response.on('drain', more);
      more();
    });
    await expect(endless).rejects.toMatchObject({ code: 'bad-answer' });
  });

  it('end their lines with line feeds, with or without carriage returns', async () => {
    const { streamed } = await ask((response) => response.end(event('image', 'b').replaceAll('\n', '\r\n')));
    expect(streamed).toMatchObject({ result: 'b' });
  });

  it('that break off leave the result unknown', async () => {
    const broken = ask((response) => response.write(event('preview', 'a'), () => response.destroy()));
    await expect(broken).rejects.toMatchObject({ code: 'ambiguous' });
  });

  it('are not expected in answers of another type or status', async () => {
    const { streamed } = await ask((response) => response.setHeader('Content-Type', 'application/json').end('{"a":1}'));
    expect(streamed).toMatchObject({ kind: 'answer', answer: { status: 200 } });
    const { streamed: refused } = await ask((response) => {
      response.statusCode = 400;
      response.end('{}');
    });
    expect(refused).toMatchObject({ kind: 'answer', answer: { status: 400 } });
  });
});
