import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { interleave, median } from '../interleave.ts';
import { describeMachine } from '../machine.ts';
import { kilobytes, milliseconds, ratio, table } from '../markdown.ts';
import { type InstalledProgram, openProgram, timed } from '../native-program.ts';
import { openSitePage, type SitePage } from '../site-page.ts';
import type { Suite, SuiteRun } from '../suite.ts';
import { batchSection, bigFileSection } from './at-scale.ts';
import { CONTESTS, type Contest, FFMPEG } from './contests.ts';
import { openPeerPage, type PeerEnd, type PeerPage } from './peer-page.ts';
import { CLIP_SECONDS, makeSources } from './sources.ts';

/** A single WebAssembly thread takes minutes for some contests; more rounds would add no information. */
const PEER_ROUNDS = 2;
const PEER_LIMIT_MS = 30_000;
const PEER_TARGET = 3;

type Bench = { readonly given: SuiteRun; readonly site: SitePage; readonly ffmpeg: InstalledProgram };

export const suite: Suite = {
  title: 'Audio and video',
  async run(given) {
    const ffmpeg = openProgram(FFMPEG);
    if (!ffmpeg) throw new Error('FFmpeg, which creates the files, is not installed');
    given.say('making the files');
    await makeSources(given.folder, ffmpeg);
    const profile = path.join(given.folder, 'profile');
    await mkdir(profile);
    const site = await openSitePage(profile);
    try {
      const bench = { given, site, ffmpeg };
      const sections = [describeMachine([site.browser, ffmpeg.label])];
      for (const section of [conversionsSection, peersSection, bigFileSection, batchSection]) sections.push(await section(bench));
      return sections.join('\n');
    } finally {
      await site.close();
    }
  },
};

async function conversionsSection(bench: Bench): Promise<string> {
  const { given } = bench;
  const rows: (readonly string[])[] = [];
  for (const contest of CONTESTS) {
    if (!given.isAsked(contest.name)) continue;
    rows.push(await conversionRow(bench, contest).catch((thrown) => [contest.name, `failed: ${String(thrown)}`]));
    given.say(rows.at(-1)?.join('  ') ?? '');
  }
  const header = ['conversion', 'route', 'first ms', 'ours ms', 'native ms', 'ratio', 'target', 'others', 'kB ours', 'kB native'];
  return [
    '## One conversion',
    '',
    `Generated sources: a clip of ${CLIP_SECONDS} s at 1280 × 720 with 30 frames per second, H.264 at 8 Mb/s and stereo AAC (for AVI and WebM),`,
    'a video of two such clips (for MOV, MKV and MP3), five minutes of stereo at 48 kHz (WAV). Ours: from the call in the page to the',
    'result, engine loaded (“first” is the first call, which loads it). Native: one process from start to end, with its default',
    'number of threads, at the same bit rates; the ratio is ours to the native command named next to its time.',
    '',
    table(header, rows),
  ].join('\n');
}

async function conversionRow({ given, site, ffmpeg }: Bench, contest: Contest): Promise<readonly string[]> {
  const source = path.join(given.folder, contest.source);
  const ours = async () => {
    const measured = await site.convert(source, contest.to, { options: contest.options ?? {} });
    await site.forgetResults();
    return measured;
  };
  const natives = contest.natives.map(([label, args, output]) => {
    const written = path.join(given.folder, output);
    return { label, written, run: () => ffmpeg.run(['-nostdin', '-y', '-loglevel', 'error', '-i', source, ...args, written]) };
  });
  const first = await ours();
  const contestants = [
    async () => (await ours()).ms,
    ...natives.map(
      ({ run }) =>
        () =>
          timed(run),
    ),
  ];
  const [mine = Number.NaN, native = Number.NaN, ...others] = (await interleave(contestants, given.rounds)).map(median);
  const [yardstick, ...rest] = natives;
  const bytes = yardstick ? (await stat(yardstick.written)).size : Number.NaN;
  await Promise.all(natives.map(({ written }) => rm(written, { force: true })));
  return [
    contest.name,
    first.route,
    milliseconds(first.ms),
    milliseconds(mine),
    `${milliseconds(native)} ${yardstick?.label ?? ''}`,
    ratio(mine / native),
    `${mine / native <= contest.target ? 'met' : 'missed'} (≤ ${contest.target.toFixed(1)})`,
    rest.map(({ label }, index) => `${label} ${milliseconds(others[index] ?? Number.NaN)}`).join(', ') || '–',
    kilobytes(first.bytesOut),
    kilobytes(bytes),
  ];
}

async function peersSection(bench: Bench): Promise<string> {
  const { given, site } = bench;
  const rows: (readonly string[])[] = [];
  const peer = await openPeerPage(site.page.context(), given.folder);
  try {
    for (const contest of CONTESTS) {
      if (!given.isAsked(contest.name)) continue;
      for (const [label, args] of contest.peers) {
        rows.push([contest.name, label, ...(await peerCells(bench, peer, contest, args))]);
        given.say(rows.at(-1)?.join('  ') ?? '');
      }
    }
  } finally {
    await peer.close();
  }
  return [
    '## Against FFmpeg in WebAssembly, as other sites use it',
    '',
    'Single-threaded @ffmpeg/core 0.12.10 in a worker of the same browser, loaded before the measurement: the file is written into its memory,',
    `then \`-i in out\`. At most ${PEER_ROUNDS} rounds, and one where it exceeds ${PEER_LIMIT_MS / 1000} s, its time limit.`,
    '',
    table(['conversion', 'called', 'ours ms', 'theirs ms', 'ours is faster', 'target'], rows),
  ].join('\n');
}

async function peerCells(
  { given, site }: Bench,
  peer: PeerPage,
  contest: Contest,
  args: readonly string[],
): Promise<readonly string[]> {
  const source = path.join(given.folder, contest.source);
  const ends: PeerEnd[] = [];
  const mine: number[] = [];
  const rounds = Math.min(PEER_ROUNDS, given.rounds);
  for (let round = 0; round < rounds; round += 1) {
    if (ends.some((end) => !('ms' in end))) break;
    mine.push((await site.convert(source, contest.to)).ms);
    await site.forgetResults();
    ends.push(await peer.convert(source, contest.to, args, PEER_LIMIT_MS));
  }
  const ours = median(mine);
  const last = ends.at(-1);
  if (last === undefined || 'failed' in last) return [milliseconds(ours), `failed: ${last?.failed ?? ''}`, '–', '–'];
  const over = 'over' in last;
  const theirs = over ? last.over : median(ends.map((end) => ('ms' in end ? end.ms : Number.NaN)));
  const times = theirs / ours;
  const sign = over ? '> ' : '';
  const verdict = times >= PEER_TARGET ? 'met' : over ? 'not decided' : 'missed';
  return [
    milliseconds(ours),
    `${sign}${milliseconds(theirs)}`,
    `${sign}${times.toFixed(1)} ×`,
    `${verdict} (≥ ${PEER_TARGET} ×)`,
  ];
}
