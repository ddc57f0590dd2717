import { jsonLine } from '@bakkum/data-tree/json-line';
import { DATA, dataOf, lossNotes } from '@bakkum/data-tree/tree';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const parts = { engine, manifest };

async function json(input: Blob, from: string): Promise<unknown> {
  const { outputs } = await convertWith(parts, { input, from, to: DATA });
  return JSON.parse(jsonLine(dataOf(outputs[0].content), lossNotes())) as unknown;
}

const file = (name: string): Promise<Blob> => fixture(`descriptions/${name}`);

describe('files that describe other content', () => {
  it('are read as font metrics', async () => {
    expect(await json(await file('metrics.afm'), 'afm')).toEqual({
      Comment: ['Made by us', 'Twice'],
      FontName: 'Test-Bold',
      Weight: 'Bold',
      ItalicAngle: -12.5,
      IsFixedPitch: false,
      FontBBox: '-168 -218 1000 898',
      characters: [
        { code: 65, name: 'A', width: 722, left: 15, bottom: 0, right: 706, top: 674 },
        { code: 66, name: 'B', width: 667, left: null, bottom: null, right: null, top: null },
      ],
      kerning: [{ first: 'A', second: 'V', x: -80 }],
    });
  });

  it('are read as a colour profile, matching ExifTool', async () => {
    expect(await json(await file('grey.icc'), 'icc')).toMatchObject({
      version: '4.3.0',
      class: 'display',
      colourSpace: 'GRAY',
      connectionSpace: 'XYZ',
      created: '2020-02-03T04:05:06Z',
      intent: 'relative colorimetric',
      illuminant: [0.9642, 1, 0.82491],
      tags: { desc: 'Grey of Bakkum', cprt: 'CC0', wtpt: [0.9642, 1, 0.82491], kTRC: { type: 'curve', gamma: 2.1992 } },
    });
  });

  it('are read as model materials', async () => {
    expect(await json(await file('two.mtl'), 'mtl')).toEqual([
      { name: 'red wood', diffuse: [0.8, 0.1, 0.1], shininess: 10, map_Kd: '-s 1 1 1 wood grain.png' },
      { name: 'glass', opacity: 0.5, illumination: 2 },
    ]);
  });

  it('are read as a folder listing', async () => {
    expect(await json(await file('tree.mtree'), 'mtree')).toMatchObject([
      { path: '.', type: 'dir', uid: 0, mode: '0644' },
      { path: 'hello.txt', size: 12, sha256digest: 'abc' },
      { path: 'name with space' },
      { path: 'sub', mode: '0755' },
      { path: 'sub/다람', size: 3 },
      { path: 'sub/whole.txt', size: 1 },
    ]);
  });

  it.each([
    ['traffic.pcap', '2020-01-26T00:53:20.123456Z', 54],
    ['traffic.pcapng', '2020-01-26T00:53:20.123456789Z', 59],
  ])('are read as network traffic: %s', async (name, time, length) => {
    expect(await json(await file(name), 'pcap')).toMatchObject([
      { number: 1, time, source: '192.0.2.1:43210', destination: '198.51.100.7:80', protocol: 'TCP', length, captured: 54 },
      { source: '[2001:db8::1]:53', destination: '[fe80::abcd]:5353', protocol: 'UDP' },
      { source: '10.0.0.1', destination: '10.0.0.2', protocol: 'ARP' },
      { source: '11:22:33:44:55:66', destination: 'aa:bb:cc:dd:ee:ff', protocol: '0x88cc' },
    ]);
  });

  it('are read up to the cut if a capture is truncated, with a warning', async () => {
    const whole = await (await file('traffic.pcap')).arrayBuffer();
    const { outputs, warnings } = await convertWith(parts, { input: new Blob([whole.slice(0, 200)]), from: 'pcap', to: 'txt' });
    expect(outputs).toHaveLength(1);
    expect(warnings).toEqual([{ code: 'damaged-source' }]);
  });
});

describe('hostile input', () => {
  it.each(['grey.icc', 'traffic.pcapng'])('%s truncated anywhere is refused or partly read', async (name) => {
    const whole = await (await file(name)).arrayBuffer();
    for (let length = 1; length < whole.byteLength; length += 13) {
      const outcome = await json(new Blob([whole.slice(0, length)]), name.endsWith('icc') ? 'icc' : 'pcap').then(
        () => 'read',
        (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
      );
      expect(['read', 'corrupt', 'empty']).toContain(outcome);
    }
  });

  it.each([
    ['nothing', 'afm'],
    ['# only words', 'mtl'],
    ['#mtree\n', 'mtree'],
  ])('%j as %s is corrupt', async (text, from) => {
    await expect(json(new Blob([text]), from)).rejects.toMatchObject({ code: 'corrupt' });
  });
});
