type SubtitleJudge = {
  readonly program: string;
  readonly arguments: (file: string) => readonly string[];
  readonly accepts: RegExp;
};

/** FFmpeg's demuxers for a given format; each cue is a packet with a start and a duration. */
const demuxer = (name: string): SubtitleJudge => ({
  program: 'ffprobe',
  arguments: (file) => ['-v', 'error', '-f', name, '-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0', file],
  accepts: /^\d+\.\d+,\d+\.\d+/m,
});

/** Formats FFmpeg does not read: a paragraph with two timestamps, or a block with two timestamps and a text. */
const TTML = `
import re, sys
from xml.etree import ElementTree
root = ElementTree.parse(sys.argv[1]).getroot()
assert root.tag == '{http://www.w3.org/ns/ttml}tt'
cues = root.findall('.//{http://www.w3.org/ns/ttml}p')
clock = re.compile(r'^\\d\\d+:[0-5]\\d:[0-5]\\d\\.\\d{3}$')
assert all(clock.match(cue.get('begin')) and clock.match(cue.get('end')) and ''.join(cue.itertext()).strip() for cue in cues)
print(len(cues))
`;
const SBV = `
import re, sys
text = open(sys.argv[1], encoding='utf-8', newline='').read()
blocks = [block for block in text.split('\\n\\n') if block.strip()]
times = re.compile(r'^\\d:[0-5]\\d:[0-5]\\d\\.\\d{3},\\d:[0-5]\\d:[0-5]\\d\\.\\d{3}\\n\\S')
assert all(times.match(block) for block in blocks)
print(len(blocks))
`;
const python = (script: string): SubtitleJudge => ({
  program: 'python3',
  arguments: (file) => ['-c', script, file],
  accepts: /^[1-9]/,
});

export const SUBTITLE_JUDGES: Readonly<Record<string, SubtitleJudge>> = {
  srt: demuxer('srt'),
  vtt: demuxer('webvtt'),
  ass: demuxer('ass'),
  ssa: demuxer('ass'),
  smi: demuxer('sami'),
  microdvd: demuxer('microdvd'),
  subviewer: demuxer('subviewer'),
  mpl2: demuxer('mpl2'),
  lrc: demuxer('lrc'),
  ttml: python(TTML),
  sbv: python(SBV),
};
