import { expect, it } from 'vitest';
import { encodeText } from './encode-text.ts';
import { decodeText } from './text-encoding.ts';

it.each(['utf-8', 'utf-8-bom', 'utf-16le', 'euc-kr'] as const)('text in %s is read again as it was', (encoding) => {
  const text = '다람쥐 헌 쳇바퀴에 타고파. 똠방각하 펲시콜라 숖 – ABC 漢字 ①\n';
  const written = encoding === 'euc-kr' ? text.replace('–', '―') : text;
  const { bytes, replaced } = encodeText(written, encoding);
  expect([decodeText(bytes), replaced]).toEqual([written, 0]);
});

it('characters that the encoding lacks are counted, or said in another way', () => {
  expect(encodeText('a😀é', 'euc-kr')).toEqual({ bytes: new TextEncoder().encode('a??'), replaced: 2 });
  expect(encodeText('a😀', 'euc-kr', (code) => `&#${code};`)).toEqual({
    bytes: new TextEncoder().encode('a&#128512;'),
    replaced: 0,
  });
});
