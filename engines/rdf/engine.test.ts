import { bytesOf } from '@bakkum/conversion/engine';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { afterAll, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const bench = workbench();
afterAll(() => bench.dispose());

async function converted(input: Blob, from: string, to: string) {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input, from, to });
  const text = new TextDecoder().decode(await bytesOf(outputs[0].content));
  return { text, warnings: warnings.map(({ code }) => code) };
}

/** Statements as lines with normalized blank node names and unescaped characters. */
const lines = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/_:[\w-]+/g, '_:b')
        .replaceAll(/\\u([0-9A-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .trim(),
    )
    .toSorted();

describe('RDF statements', () => {
  it.each([
    ['people.ttl', 'turtle'],
    ['people.nt', 'ntriples'],
    ['people.nq', 'nquads'],
  ])('in %s are the same in every notation', async (name, from) => {
    const expected = lines(await (await fixture('rdf/people.nt')).text());
    const original = await fixture(`rdf/${name}`);
    for (const to of ['turtle', 'ntriples', 'nquads', 'trig'].filter((each) => each !== from)) {
      const { text, warnings } = await converted(original, from, to);
      expect(warnings).toEqual([]);
      const back = to === 'ntriples' ? text : (await converted(new Blob([text]), to, 'ntriples')).text;
      expect(lines(back)).toEqual(expected);
    }
  });

  it('in several graphs lose them if the target has only one, with a warning', async () => {
    const graphs = await fixture('rdf/graphs.trig');
    expect((await converted(graphs, 'trig', 'nquads')).text).toContain('"가"@ko <http://example.com/one> .');
    expect((await converted(graphs, 'trig', 'turtle')).warnings).toEqual(['structure-changed']);
  });

  it.skipIf(!hasProgram('rapper')).each(['turtle', 'nquads', 'trig'])('in %s match Raptor', async (to) => {
    bench.write('made', (await converted(await fixture('rdf/people.nt'), 'ntriples', to)).text);
    expect(lines(bench.run('rapper', '-q', '-i', to, '-o', 'ntriples', 'made'))).toHaveLength(
      lines(await (await fixture('rdf/people.nt')).text()).length,
    );
  });

  it.each([
    ['words', 'just words', 'corrupt'],
    ['an open bracket', '<a> <b> [', 'corrupt'],
    ['a hundred thousand brackets', `<http://a> <http://b> ${'[ <http://c> '.repeat(100_000)}`, 'corrupt'],
    ['nothing but brackets', `<http://a> <http://b> ${'('.repeat(100_000)}`, 'too-large'],
    ['nothing', '', 'empty'],
  ])('in %s are refused', async (_, text, code) => {
    await expect(converted(new Blob([text]), 'turtle', 'ntriples')).rejects.toMatchObject({ code });
  });
});

describe('RDF/XML', () => {
  it('yields the statements Raptor reads', async () => {
    const { text } = await converted(await fixture('rdf/ontology.rdf'), 'rdfxml', 'ntriples');
    expect(lines(text)).toHaveLength(21);
    expect(text).toContain('<http://example.org/tree> <http://example.org/ns#name> "참나무"@ko .');
    expect(text).toContain('<http://example.org/base/#list> <http://www.w3.org/1999/02/22-rdf-syntax-ns#_2> "two" .');
    expect(text).toContain('"a <b>c</b>"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral> .');
  });

  it.each([
    ['<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">', 'corrupt'],
    ['<a>'.repeat(5000), 'too-large'],
  ])('%.30s is refused', async (text, code) => {
    await expect(converted(new Blob([text]), 'rdfxml', 'turtle')).rejects.toMatchObject({ code });
  });
});
