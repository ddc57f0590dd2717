import { describe, expect, it } from 'vitest';
import { formatById } from './catalogue.ts';
import { makesSense } from './sensible-pairs.ts';

const offered = (from: string, to: string): boolean => makesSense(formatById(from), formatById(to));

describe('pairs nobody looks for', () => {
  it.each([
    ['md', 'mp4'],
    ['csv', 'mp4'],
    ['csv', 'png'],
    ['ai', 'torrent'],
    ['json', 'torrent'],
    ['msg', 'avi'],
  ])('leave out %s to %s', (from, to) => expect(offered(from, to)).toBe(false));

  it.each([
    ['gif', 'mp4'],
    ['pptx', 'mp4'],
    ['lottie', 'mp4'],
    ['mp3', 'mp4'],
    ['xlsx', 'png'],
    ['csv', 'pdf'],
    ['torrent', 'json'],
    ['torrent', 'torrent'],
  ])('keep %s to %s', (from, to) => expect(offered(from, to)).toBe(true));
});
