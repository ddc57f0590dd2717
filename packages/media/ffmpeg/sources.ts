/** Ids of the audio formats FFmpeg reads. */
export const SOUND_SOURCES: readonly string[] = [
  'mp3',
  'wav',
  'rf64',
  'flac',
  'ogg',
  'opus',
  'speex',
  'm4a',
  'm4b',
  'm4r',
  'aac',
  'ac3',
  'eac3',
  'wma',
  'aiff',
  'aifc',
  'au',
  'caf',
  'mka',
  'weba',
  'mp2',
  'dts',
  'truehd',
  'mlp',
  'tta',
  'wavpack',
  'ape',
  'tak',
  'shn',
  'w64',
  'voc',
  'amr',
  'awb',
  'gsm',
  'musepack',
  'dsf',
  'dff',
  'ra',
  'adx',
  '8svx',
  'sox',
  'nist',
  'oma',
  'aa',
  'aax',
  'ircam',
  'pvf',
  'ast',
  'mmf',
];

/** Ids of the video formats FFmpeg reads. */
export const VIDEO_SOURCES: readonly string[] = [
  'mp4',
  'mov',
  '3gp',
  '3g2',
  'mkv',
  'webm',
  'avi',
  'wmv',
  'flv',
  'swf',
  'mpeg',
  'vob',
  'm2v',
  'ts',
  'm2ts',
  'ogv',
  'rm',
  'mxf',
  'gxf',
  'dv',
  'nut',
  'ivf',
  'y4m',
  'mjpeg',
  'h264',
  'hevc',
  'flic',
  'bink',
  'smacker',
  'roq',
  'film-cpk',
  'wtv',
  'nsv',
  'r3d',
];

/** Animated images that can become a video. */
export const ANIMATION_SOURCES: readonly string[] = ['gif', 'apng'];

/** Formats that cannot be detected by their bytes, with the demuxer to use. */
export const FORCED_DEMUXERS: Readonly<Record<string, string>> = { gsm: 'gsm', h264: 'h264', hevc: 'hevc', mjpeg: 'mjpeg' };

const MPEG4 = ['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2'] as const;
const MATROSKA = ['matroska', 'webm'] as const;

/** Demuxers of formats that are detected reliably by their bytes. */
const DEMUXERS_OF: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['mp4', 'mov', '3gp', '3g2', 'm4a', 'm4b', 'm4r'].map((id) => [id, MPEG4])),
  ...Object.fromEntries(['mkv', 'mka', 'webm', 'weba'].map((id) => [id, MATROSKA])),
  ...Object.fromEntries(['ogg', 'ogv', 'opus', 'speex'].map((id) => [id, ['ogg']])),
  ...Object.fromEntries(['wmv', 'wma'].map((id) => [id, ['asf', 'asf_o']])),
  ...Object.fromEntries(['aiff', 'aifc'].map((id) => [id, ['aiff']])),
  ...Object.fromEntries(['ts', 'm2ts'].map((id) => [id, ['mpegts']])),
  ...Object.fromEntries(['avi', 'au', 'caf', 'flac', 'flv', 'gif', 'apng', 'mxf', 'w64'].map((id) => [id, [id]])),
};

/**
 * Returns the demuxers that may open a file.
 * @param strict only those of the detected format, where they are known
 */
export function demuxersFor(from: string, strict: boolean): readonly string[] {
  return (strict ? DEMUXERS_OF[from] : undefined) ?? DEMUXERS;
}

/**
 * Demuxers that may open a file of any format. Excluded are demuxers that open other files or addresses named in a file
 * (playlists, manifests, patterns of image files, spanned recordings, external subtitles, session descriptions), that read
 * neither audio nor video, or that accept any bytes as samples.
 */
const DEMUXERS: readonly string[] = `
3dostr 4xm aa aac aax ac3 ace acm act adf adp ads adx aea afc aiff aix amr amrnb amrwb anm apc ape apm apng
argo_asf argo_brp argo_cvg asf asf_o ast au av1 avi avr avs avs2 avs3 bethsoftvid bfi bfstm bink binka bit bmv boa
brstm c93 caf cavsvideo cdxl cine daud dcstr derf dfa dhav dirac dnxhd dsf dsicin dss dts dtshd dv dxa
ea ea_cdata eac3 epaf film_cpk filmstrip flac flic flv frm fsb fwse g723_1 g729 gdv genh gif gsm gxf h261 h263 h264 hca hcom
hevc hnm idcin iff ifv ilbc ingenient ipmovie ipu ircam iss iv8 ivf ivr jv kux kvag live_flv lmlm4 loas luodat lvf lxf m4v
matroska,webm mca mcc mgsts mjpeg mjpeg_2000 mlp mm mmf mods moflex mov,mp4,m4a,3gp,3g2,mj2 mp3 mpc mpc8 mpeg mpegts mpegvideo
mpjpeg msf msnwctcp msp mtaf mtv musx mv mvi mxf mxg nc nistsphere nsp nsv nut nuv obu ogg oma paf pmp pp_bnk psxstr pva pvf
qcp r3d redspark rl2 rm roq rpl rsd rso s337m sbc scd sdr2 sds sdx ser sga shn siff simbiosis_imx smjpeg smk smush sol sox
spdif svag svs swf tak thp tiertexseq tmv truehd tta txd ty vag vc1 vc1test vividas vivo vmd voc vpk vqf w64 wav wc3movie
wsaud wsd wsvqa wtv wv wve xa xmv xvag xwma yop yuv4mpegpipe`
  .trim()
  .split(/\s+/);
