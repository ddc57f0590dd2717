import { bytesOf } from '@bakkum/conversion/engine';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function converted(input: Blob): Promise<string> {
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'odf', to: 'docbook' });
  return new TextDecoder().decode(await bytesOf(outputs[0].content));
}

function packageOf(content: string, manifestXml = '<manifest/>'): Blob {
  const text = (words: string): Uint8Array => new TextEncoder().encode(words);
  return new Blob([new Uint8Array(zipSync({ 'content.xml': text(content), 'META-INF/manifest.xml': text(manifestXml) }))]);
}

it('puts the formula into a document without annotations of other programs', async () => {
  const page = await converted(await fixture('documents/odf.odf'));
  expect(page).toContain('<informalequation><m:math display="block"><m:semantics><m:mrow><m:mi>x</m:mi>');
  expect(page).toContain('<m:msup><m:mi>b</m:mi><m:mn>2</m:mn></m:msup>');
  expect(page).not.toContain('sqrt {');
});

it('reads prefixed elements after a declaration and drops foreign attributes', async () => {
  const content =
    '<?xml version="1.0"?><!DOCTYPE math:math PUBLIC "-//OpenOffice.org//DTD Modified W3C MathML 1.01//EN" "math.dtd">' +
    '<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:mi math:fontweight="bold" mathvariant="bold">a &lt; b</math:mi></math:math>';
  expect(await converted(packageOf(content))).toContain(
    '<informalequation><m:math><m:mi mathvariant="bold">a &lt; b</m:mi></m:math></informalequation>',
  );
});

describe('refuses', () => {
  it.each([
    ['an encrypted formula', packageOf('sealed', '<m:file-entry><m:encryption-data/></m:file-entry>'), 'encrypted'],
    ['an empty formula', packageOf('<math><annotation>{}</annotation></math>'), 'empty'],
    ['a document without a formula', packageOf('<office/>'), 'corrupt'],
    ['a file that is not a package', new Blob(['PK']), 'corrupt'],
  ])('%s', async (_, input, code) => {
    await expect(converted(input)).rejects.toMatchObject({ code });
  });
});
