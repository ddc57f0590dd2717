import { expect, it } from 'vitest';
import { EMPTY_PAYLOAD, signS3 } from './s3-signature.ts';

/** Examples from Amazon's documentation of the signature, with its published keys and results. */
const CREDENTIALS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const AT = new Date('2013-05-24T00:00:00Z');
const HOST = 'https://examplebucket.s3.amazonaws.com';

it.each([
  {
    what: 'part of an object',
    request: { method: 'GET', url: `${HOST}/test.txt`, headers: { range: 'bytes=0-9' }, payload: EMPTY_PAYLOAD },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    what: 'an object that is written, with marks in its name',
    request: {
      method: 'PUT',
      url: `${HOST}/test$file.text`,
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      payload: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    what: 'a query without a value',
    request: { method: 'GET', url: `${HOST}/?lifecycle`, headers: {}, payload: EMPTY_PAYLOAD },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    what: 'a list',
    request: { method: 'GET', url: `${HOST}/?max-keys=2&prefix=J`, headers: {}, payload: EMPTY_PAYLOAD },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])('signs $what as documented', async ({ request, signature }) => {
  const { authorization } = await signS3({ ...request, url: new URL(request.url), at: AT }, CREDENTIALS);
  expect(authorization).toMatch(new RegExp(`Signature=${signature}$`));
});
