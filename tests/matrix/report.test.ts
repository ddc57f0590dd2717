import { expect, test } from 'vitest';
import { summaryOf, toTsv } from './report.ts';

test('a report has the columns of the specification, and a line for each family', () => {
  const row = {
    file: 'a\tb',
    from: 'png',
    to: 'jpeg',
    family: 'image',
    route: 'r',
    fidelity: 'lossy',
    status: 'ok',
    code: '',
    milliseconds: 1.4,
    bytesIn: 2,
    bytesOut: 3,
    judge: 'identify',
  } as const;
  expect(toTsv([row])).toBe(
    'file\tfrom\tto\troute\tfidelity\tstatus\tcode\tmilliseconds\tbytes in\tbytes out\tjudge\na b\tpng\tjpeg\tr\tlossy\tok\t\t1\t2\t3\tidentify\n',
  );
  expect(summaryOf([row, { ...row, status: 'refused' }])).toContain('image\tok 1\trefused 1\tinvalid-output 0');
});
