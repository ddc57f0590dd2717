/** Sound and films on the converter's screen, in a real browser: facts, player, download. */
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { workbench as bench } from '@bakkum/i18n/strings/conversion/workbench.en';
import { hasProgram } from '@bakkum/tests/native';
import { afterAll, describe, expect, test } from 'vitest';
import { maskInUse } from '../../browser-harness/mask.ts';
import { mediaJudge } from '../../media-judge.ts';
import { fill } from '../fill.ts';
import { contentOf } from '../shared-browser.ts';
import { bytes, converterJourney, fixture, WORDS } from './converter-journey.ts';

const journey = converterJourney();
const { open, add, rows, pickers } = journey;
const judge = mediaJudge();
afterAll(() => judge.dispose());

const MEDIA = path.resolve(import.meta.dirname, '../../fixtures/media');
const media = (name: string): string => path.join(MEDIA, name);
const documentOf = (name: string): string => path.join(MEDIA, '../documents', name);
const button = (name: string) => journey.page.getByRole('button', { name, exact: true });

async function choose(format: string): Promise<void> {
  const picker = pickers('pending').first();
  await picker.fill(format);
  await journey.page.getByRole('option', { name: format }).first().click();
}

/** Returns what the player reports about its file after loading part of it. */
async function played(side: string) {
  const player = journey.page.getByRole('region', { name: side }).locator('audio, video');
  await expect.poll(() => player.evaluate((element: HTMLMediaElement) => element.readyState)).toBeGreaterThan(0);
  return player.evaluate((element: HTMLMediaElement) => ({
    duration: element.duration,
    width: element instanceof HTMLVideoElement ? element.videoWidth : 0,
  }));
}

async function downloaded(resultName: string): Promise<Buffer> {
  const [download] = await Promise.all([
    journey.page.waitForEvent('download'),
    button(fill(WORDS[''].words.downloadNamed, { name: resultName })).click(),
  ]);
  expect(download.suggestedFilename()).toBe(resultName);
  return contentOf(download);
}

/** Two tones, 44.1 kHz, 16 bits. */
function tones(seconds: number): Buffer {
  const rate = 44_100;
  const data = Buffer.alloc(seconds * rate * 4);
  for (let at = 0; at < seconds * rate; at++) {
    data.writeInt16LE(Math.round(9000 * Math.sin((at * 2 * Math.PI * 440) / rate)), at * 4);
    data.writeInt16LE(Math.round(9000 * Math.sin((at * 2 * Math.PI * 880) / rate)), at * 4 + 2);
  }
  const head = Buffer.from('524946460000000057415645666d7420100000000100020044ac000010b102000400100064617461', 'hex');
  head.writeUInt32LE(36 + data.length, 4);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([head, size, data]);
}

describe.skipIf(!hasProgram('ffprobe'))('recordings', () => {
  const { words } = WORDS[''];

  test('convert from WAV to MP3 and play side by side', async () => {
    await open('/converter');
    await add(bytes('song.wav', tones(12)));
    await expect.poll(() => rows('pending').innerText()).toMatch(/0:12.*44\.1 kHz stereo.*PCM/s);
    await expect.poll(() => pickers('pending').first().inputValue()).toBe('MP3');
    // 12 seconds at 256 kbps, rounded to two digits as an estimate.
    expect(await rows('pending').innerText()).toContain(fill(words.expectSize, { size: '380 kB' }));
    await button(words.convert).click();
    await expect.poll(() => rows('completed').count()).toBe(1);
    expect((await played('Before: WAV')).duration).toBeCloseTo(12, 1);
    expect((await played('After: MP3')).duration).toBeCloseTo(12, 0);
    const { violations } = await new AxeBuilder({ page: journey.page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    const file = await downloaded('song.mp3');
    expect(judge.judge(new Uint8Array(file), 'mp3')).toMatchObject({ container: 'mp3' });
    expect(file.length / 384_000).toBeCloseTo(1, 1);
    expect(journey.complaints).toEqual([]);
  });

  test('show their details and convert from MP4 to a playable WebM', async () => {
    await open('/converter');
    await add(media('clip.mp4'));
    await expect.poll(() => rows('pending').innerText()).toMatch(/1 sec.*64 × 48.*15 fps.*H\.264, AAC/s);
    await expect.poll(() => pickers('pending').first().inputValue()).toBe('MP3');
    await choose('WebM');
    await button(words.convert).click();
    await expect.poll(() => rows('completed').count()).toBe(1);
    const film = await played('After: WebM');
    expect(film.duration).toBeCloseTo(1, 0);
    expect(film.width).toBe(64);
    expect(judge.judge(new Uint8Array(await downloaded('clip.webm')), 'webm')).toMatchObject({
      container: 'matroska,webm',
    });
    expect(journey.complaints).toEqual([]);
  });

  test('explain why a file cannot be previewed', async () => {
    await open('/converter');
    await add(media('avi.avi'));
    await expect.poll(() => rows('pending').count()).toBe(1);
    await expect.poll(() => rows('pending').innerText()).toContain(fill(words.cannotPlaySource, { format: 'AVI' }));
    await expect.poll(() => pickers('pending').first().inputValue()).toBe('MP4');
    await button(words.convert).click();
    await expect.poll(() => rows('completed').count()).toBe(1);
    await expect
      .poll(() => journey.page.getByRole('region', { name: 'Before: AVI' }).innerText())
      .toContain(fill(words.cannotPlay, { format: 'AVI' }));
  });

  test('play in formats that the browser supports but does not report', async () => {
    await open('/converter');
    await add(media('clip.mp4'));
    await expect.poll(() => rows('pending').count()).toBe(1);
    await choose('MOV');
    await button(words.convert).click();
    await expect.poll(() => rows('completed').count()).toBe(1);
    expect((await played('After: MOV')).width).toBe(64);
  });

  test('can be trimmed without changing the format', async () => {
    await open('/converter');
    await add(media('clip.mp4'));
    await expect.poll(() => rows('pending').count()).toBe(1);
    await choose('MP4');
    await journey.page.getByLabel(words.option_trimEnd).fill('0:00.5');
    await button(words.convert).click();
    await expect.poll(() => rows('completed').count()).toBe(1);
    const { duration } = await played('After: MP4');
    expect(duration).toBeGreaterThan(0.45);
    expect(duration).toBeLessThan(0.75); // cut without re-encoding: pictures come in groups
  });

  test('are trimmed with the handles under the player', async () => {
    await open('/converter');
    await add(bytes('song.wav', tones(12)));
    await expect.poll(() => pickers('pending').first().inputValue()).toBe('MP3');
    const handle = (name: string) => journey.page.getByRole('slider', { name, exact: true });
    const [start, end] = [handle(bench.trimStart), handle(bench.trimEnd)];
    await start.press('PageUp');
    await start.press('PageUp');
    for (const key of ['PageDown', 'ArrowLeft']) await end.press(key);
    expect(await start.getAttribute('aria-valuetext')).toBe('0:02.400');
    expect(await end.getAttribute('aria-valuetext')).toBe('0:10.680');
    // The player shows the edge that moved last.
    const player = journey.page.locator('[data-solo] audio');
    await expect.poll(() => player.evaluate((element: HTMLMediaElement) => element.currentTime)).toBeCloseTo(10.68, 1);
    const bar = await journey.page.locator('[data-solo] canvas').boundingBox();
    if (!bar) throw new Error('the bar is not drawn');
    const knob = await start.boundingBox();
    if (!knob) throw new Error('the handle is not drawn');
    await journey.page.mouse.move(knob.x + knob.width - 2, knob.y + knob.height / 2);
    await journey.page.mouse.down();
    await journey.page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2);
    await journey.page.mouse.up();
    expect(Number(await start.getAttribute('aria-valuenow'))).toBeCloseTo(6, 0);
    expect(await journey.page.getByLabel(words.option_trimStart).inputValue()).toMatch(/^0:0[56]\./);
    const { violations } = await new AxeBuilder({ page: journey.page }).include('[data-solo]').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    const kept = Number(await end.getAttribute('aria-valuenow')) - Number(await start.getAttribute('aria-valuenow'));
    await button(words.convert).click();
    await expect.poll(() => rows('completed').count()).toBe(1);
    expect((await played('After: MP3')).duration).toBeCloseTo(kept, 0);
  });

  test('and PDFs have thumbnails in a list', async () => {
    await open('/converter');
    await add([media('clip.mp4'), documentOf('pdf.pdf'), documentOf('hwp.hwp'), fixture('../heic/photo.heic')]);
    await expect.poll(() => rows('pending').locator('canvas.checkered').count()).toBe(4);
  });

  test('share a list with images; trimming everything shows an explanation', async () => {
    await open('/converter');
    await add([media('clip.mov'), media('tones.flac'), fixture('png.png'), media('extras.mkv')]);
    await expect.poll(() => rows('pending').count()).toBe(4);
    await expect.poll(() => rows('pending').allInnerTexts()).toContainEqual(expect.stringContaining('1 subtitle track'));
    const targets = () =>
      pickers('pending').evaluateAll((boxes) => boxes.flatMap((box) => (box instanceof HTMLInputElement ? [box.value] : [])));
    await expect.poll(targets).toEqual(['MP4', 'MP3', 'WebP', 'MP4']);
    await button(fill(words.optionsFor, { name: 'clip.mov' })).click();
    await journey.page.getByLabel(words.option_trimStart).fill('0:00.8');
    await journey.page.getByLabel(words.option_trimEnd).fill('0:00.2');
    await expect.poll(() => journey.page.locator('[data-options-pane]').innerText()).toContain(words.endTooEarly);
    const { violations } = await new AxeBuilder({ page: journey.page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    await journey.page.getByLabel(words.option_trimEnd).fill('');
    await journey.convertAll();
    await expect.poll(() => rows('completed').count()).toBe(4);
    expect(journey.complaints).toEqual([]);
  });
});

/** Files of the list put together into one, in the format chosen. */
describe.skipIf(!hasProgram('ffprobe')).each(['', '/ko'] as const)('combining at "%s"', (locale) => {
  const { words } = WORDS[locale];

  async function combined(files: Parameters<typeof add>[0], count: number, format: string): Promise<Uint8Array<ArrayBuffer>> {
    await open(`${locale}/converter`);
    await add(files);
    await expect.poll(() => rows('pending').count()).toBe(count);
    await button(words.combine).click();
    await journey.page.getByLabel(words.combineFormat, { exact: true }).selectOption({ label: format });
    const { violations } = await new AxeBuilder({ page: journey.page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
    await button(fill(words.combineInto, { format })).click();
    const [download] = await Promise.all([
      journey.page.waitForEvent('download'),
      journey.page.getByTestId('combined').getByRole('button').first().click(),
    ]);
    expect(journey.complaints).toEqual([]);
    return new Uint8Array(await contentOf(download));
  }

  test('creates an animated GIF from images', async () => {
    const gif = await combined([fixture('png.png'), fixture('jpeg.jpg'), fixture('bmp.bmp')], 3, 'GIF');
    const { container, seconds } = judge.judge(gif, 'gif');
    expect([container, Math.round(seconds)]).toEqual(['gif', 3]);
  });

  test('creates a video from images', async () => {
    const film = await combined([fixture('gif.gif'), fixture('gif-animated.gif')], 2, 'MP4');
    const { codecs, seconds } = judge.judge(film, 'mp4');
    expect(codecs).toEqual(['h264']);
    expect(seconds).toBeGreaterThan(1); // a second for the one that stands still
  });

  // Joining needs AudioDecoder (docs/browsers.md).
  test.skipIf(maskInUse() === 'safari')('sound files one MP3', async () => {
    const sound = await combined([media('tones.flac'), media('tones.ogg')], 2, 'MP3');
    const { codecs, seconds } = judge.judge(sound, 'mp3');
    expect([codecs, Math.round(seconds)]).toEqual([['mp3'], 2]);
  });

  test.skipIf(maskInUse() === 'safari')('clips of other containers one film', async () => {
    const film = await combined([media('clip.mp4'), media('clip.webm'), media('clip.mov')], 3, 'MP4');
    const { codecs, seconds } = judge.judge(film, 'mp4');
    expect([codecs, Math.round(seconds)]).toEqual([['h264', 'aac'], 3]);
  });
});

test('offers only values the MP3 encoder supports, and resets values that a lower sample rate excludes', async () => {
  const { words } = WORDS[''];
  await open('/convert/wav-to-mp3');
  await add([media('tones.wav')]);
  const bitrate = journey.page.getByLabel(`${words.option_audioBitrate} (kbps)`);
  const sampleRate = journey.page.getByLabel(words.option_sampleRate);
  const offered = (field: typeof bitrate) => field.locator('option').allTextContents();
  await expect.poll(() => offered(bitrate)).toContain('320');
  expect(await offered(bitrate)).not.toContain('640');
  expect(await offered(sampleRate)).not.toContain('96 kHz');
  await bitrate.selectOption('320');
  await sampleRate.selectOption('22050');
  await expect.poll(() => bitrate.inputValue()).toBe('');
  expect(await offered(bitrate)).toEqual(expect.arrayContaining(['160']));
  expect(await offered(bitrate)).not.toContain('192');
});

test('shows growth in neutral color, without advice where a format always needs more space', async () => {
  await open('/convert/mp3-to-wav');
  await add([media('tones.mp3')]);
  await button('Convert').click();
  await expect.poll(() => rows('completed').count()).toBe(1);
  const row = rows('completed').first();
  await expect.poll(() => row.textContent()).toMatch(/\+[\d,]+%/);
  expect(await row.textContent()).not.toContain(WORDS[''].words.grew);
  expect(await row.locator('.text-success').count()).toBe(0);
});
