import { expect, it } from 'vitest';
import { resolveParticles } from './particles.ts';

it.each([
  ['PNG을(를)', 'PNG를'],
  ['XML을(를)', 'XML을'],
  ['XML(으)로', 'XML로'],
  ['PDF(으)로', 'PDF로'],
  ['JPEG 2000은(는)', 'JPEG 2000은'],
  ['한글(으)로 저장', '한글로 저장'],
  ['문서이(가)', '문서가'],
  ['파일을(를)', '파일을'],
  ['AsciiDoc과(와) DocBook을(를)', 'AsciiDoc과 DocBook을'],
  ['TAR.GZ을(를)', 'TAR.GZ를'],
  ['7Z(으)로', '7Z로'],
  ['MP4이(가)', 'MP4가'],
  ['Nothing (at all)', 'Nothing (at all)'],
])('%s → %s', (written, read) => expect(resolveParticles(written)).toBe(read));
