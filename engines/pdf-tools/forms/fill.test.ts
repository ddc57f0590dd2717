import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PDFDocument, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { contextFor } from '../../../tests/engine-context.ts';
import { hasProgram } from '../../../tests/native.ts';
import { check, edit, fieldsOf, infoOf, removeFiles, textIn } from '../../../tests/pdf/judged-files.ts';
import { fileOf, madePages } from '../../../tests/pdf/made-documents.ts';
import { partOf } from '../document/assemble.ts';
import { textOf } from '../document/objects.ts';
import { manifest } from '../manifest.ts';
import { fieldsIn } from './fields.ts';
import { fillForm } from './fill.ts';
import { linesWithin } from './lines.ts';

afterAll(removeFiles);

const HAS_JUDGES = hasProgram('pdftotext') && hasProgram('qpdf');

/** A page with one field of each kind. */
async function madeForm(): Promise<PDFDocument> {
  const document = await madePages('form', 1, [400, 400]);
  const page = document.getPage(0);
  const form = document.getForm();
  form.createTextField('person.name').addToPage(page, { x: 20, y: 340, width: 200, height: 24 });
  const note = form.createTextField('note');
  note.enableMultiline();
  note.addToPage(page, { x: 20, y: 240, width: 200, height: 80 });
  const code = form.createTextField('code');
  code.setMaxLength(4);
  code.addToPage(page, { x: 20, y: 200, width: 80, height: 20 });
  form.createCheckBox('agreed').addToPage(page, { x: 20, y: 170, width: 14, height: 14 });
  const size = form.createRadioGroup('size');
  size.addOptionToPage('small', page, { x: 20, y: 140, width: 14, height: 14 });
  size.addOptionToPage('large', page, { x: 60, y: 140, width: 14, height: 14 });
  const city = form.createDropdown('city');
  city.addOptions(['Seoul', '부산']);
  city.addToPage(page, { x: 20, y: 100, width: 120, height: 20 });
  const colours = form.createOptionList('colours');
  colours.addOptions(['red', 'green', 'blue']);
  colours.enableMultiselect();
  colours.addToPage(page, { x: 20, y: 40, width: 120, height: 50 });
  return document;
}

const VALUES = {
  'person.name': '김바꿈 & <Kim>',
  note: 'First line of a note that is longer than its box\n둘째 줄',
  code: '가나다라',
  agreed: true,
  size: 'large',
  city: '부산',
  colours: ['red', 'blue'],
};

type Field = { readonly fullname: string; readonly value: unknown };

function valuesIn(file: string): Readonly<Record<string, unknown>> {
  const { acroform } = JSON.parse(execFileSync('qpdf', ['--json', '--json-key=acroform', file], { encoding: 'utf8' })) as {
    readonly acroform: { readonly fields: readonly Field[] };
  };
  return Object.fromEntries(acroform.fields.map(({ fullname, value }) => [fullname, value]));
}

const fill = async (document: PDFDocument, fields: unknown, more = {}) =>
  edit([await fileOf(document)], { fields: JSON.stringify(fields), ...more });

describe.skipIf(!HAS_JUDGES)('a filled form', () => {
  it('has the values, and shows them with embedded fonts', async () => {
    const { file, warnings } = await fill(await madeForm(), VALUES);
    expect(warnings).toEqual([]);
    expect(check(file)).toContain('No syntax');
    const values = valuesIn(file);
    expect(values).toMatchObject({ 'person.name': 'u:김바꿈 & <Kim>', code: 'u:가나다라', city: 'u:부산' });
    expect(values['agreed']).not.toBe('/Off');
    expect(execFileSync('pdffonts', [file], { encoding: 'utf8' })).toMatch(/NanumGothic\S* +CID TrueType +Identity-H +yes yes/);
    const [text = ''] = textIn(file);
    for (const shown of ['김바꿈 & <Kim>', 'First line of a note', '둘째 줄', '가나다라', '부산', 'red', 'blue'])
      expect(text).toContain(shown);
    expect(text).not.toContain('green');
  });

  it('shows the same values when flattened, and has no fields', async () => {
    const { file } = await fill(await madeForm(), VALUES, { flatten: true });
    const [text = ''] = textIn(file);
    for (const shown of ['김바꿈 & <Kim>', '둘째 줄', '부산', 'blue']) expect(text).toContain(shown);
    expect(fieldsOf(file)).toEqual([]);
    expect(check(file)).toContain('No syntax');
  });

  it('turns only one radio button on', async () => {
    const { file } = await fill(await madeForm(), { size: 'small' });
    const again = await PDFDocument.load(readFileSync(file));
    expect(again.getForm().getRadioGroup('size').getSelected()).toBe('small');
    expect(
      again
        .getForm()
        .getRadioGroup('size')
        .acroField.getWidgets()
        .map((widget) => widget.getAppearanceState()?.decodeText()),
    ).toEqual(expect.arrayContaining(['Off']));
    const numbered = await fill(await madeForm(), { size: '#2' });
    expect((await PDFDocument.load(readFileSync(numbered.file))).getForm().getRadioGroup('size').getSelected()).toBe('large');
    const off = await fill(again, { size: '', agreed: false });
    const last = await PDFDocument.load(readFileSync(off.file));
    expect(last.getForm().getRadioGroup('size').getSelected()).toBeUndefined();
    expect(last.getForm().getCheckBox('agreed').isChecked()).toBe(false);
  });

  it('reports values that no field accepts', async () => {
    const values = { nobody: 'x', code: 'too long', city: 'Paris', size: 'huge', agreed: 'perhaps', 'person.name': true };
    const { file, warnings } = await fill(await madeForm(), values);
    expect(warnings).toEqual([{ code: 'fields-not-filled', params: { count: 6 } }]);
    expect(valuesIn(file)).toMatchObject({ city: null });
  });

  it('draws a check mark where none is stored, and does not run scripts', async () => {
    const document = await madePages('form', 1);
    const { context, catalog } = document;
    const script = context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') });
    const box = context.register(
      context.obj({ FT: 'Btn', T: PDFString.of('ok'), Subtype: 'Widget', Rect: [10, 10, 30, 30], AA: { K: script } }),
    );
    document.getPage(0).node.addAnnot(box);
    catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [box], XFA: PDFString.of('old values') }));
    const { file } = await fill(document, { ok: 'on' });
    expect(valuesIn(file)).toEqual({ ok: '/Yes' });
    expect(execFileSync('qpdf', ['--qdf', file, '-'], { encoding: 'latin1' })).not.toContain('/XFA');
    const pixels = execFileSync('pdftoppm', ['-r', '72', '-gray', '-x', '10', '-y', '70', '-W', '20', '-H', '20', file]);
    expect(Math.min(...pixels.subarray(-400))).toBeLessThan(100);
  });

  it('rotates its text with the field', async () => {
    const document = await madeForm();
    const field = document.getForm().getTextField('person.name');
    field.acroField.getWidgets()[0]?.getOrCreateAppearanceCharacteristics().dict.set(PDFName.of('R'), PDFNumber.of(90));
    const { file } = await fill(document, { 'person.name': 'upwards' });
    expect(check(file)).toContain('No syntax');
    expect(textIn(file)[0]).toContain('upwards');
    const words = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' });
    const [, left, top, right, bottom] = /xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">upwards</.exec(words) ?? [];
    expect(Number(bottom) - Number(top)).toBeGreaterThan(Number(right) - Number(left));
    expect(infoOf(file)).toMatch(/Form: +AcroForm/);
  });
});

describe('hostile forms', () => {
  it('with fields that contain each other are filled once', async () => {
    const document = await madePages('one', 1);
    const { context, catalog } = document;
    const [one, other] = [context.nextRef(), context.nextRef()];
    context.assign(one, context.obj({ T: PDFString.of('a'), FT: 'Tx', Kids: [other, other] }));
    context.assign(other, context.obj({ T: PDFString.of('b'), Kids: [one] }));
    catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [one, one] }));
    const { warnings } = await fill(document, { 'a.b': 'x' });
    expect(warnings).toEqual([{ code: 'fields-not-filled', params: { count: 1 } }]);
  });

  it('with twenty thousand fields take linear time', async () => {
    const document = await madePages('one', 1);
    const { context, catalog } = document;
    const fields = Array.from({ length: 20_000 }, (_, at) =>
      context.register(context.obj({ T: PDFString.of(`f${at}`), FT: 'Tx', Subtype: 'Widget', Rect: [0, 0, 50, 10] })),
    );
    catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: fields }));
    document.getPage(0).node.set(PDFName.of('Annots'), context.obj(fields));
    const values = new Map([['f19999', 'last']]);
    expect(await fillForm(partOf(document), values, contextFor(manifest))).toBe(0);
  });

  it('whose fields share long lists take linear time', async () => {
    const document = await madePages('one', 1);
    const { context, catalog } = document;
    const widgets = Array.from({ length: 20_000 }, () =>
      context.register(context.obj({ Subtype: 'Widget', Rect: [0, 0, 50, 10] })),
    );
    const shared = context.register(context.obj(widgets));
    const options = context.register(context.obj(Array.from({ length: 20_000 }, (_, at) => PDFString.of(`option ${at}`))));
    const fields = Array.from({ length: 20_000 }, (_, at) =>
      context.register(context.obj({ T: PDFString.of(`f${at}`), FT: 'Ch', Kids: shared, Opt: options })),
    );
    catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: fields }));
    const values = new Map(fields.map((_, at) => [`f${at}`, at === 0 ? '' : 'option 19999'] as const));
    expect(await fillForm(partOf(document), values, contextFor(manifest))).toBe(0);
  });

  it.each([
    ['of one line', false, 'long '.repeat(100_000)],
    ['of many lines', true, '긴 글 '.repeat(125_000)],
  ])('keep a value of 500,000 characters %s', async (_kind, isMultiline, value) => {
    const document = await madePages('one', 1);
    const text = document.getForm().createTextField('a');
    if (isMultiline) text.enableMultiline();
    text.addToPage(document.getPage(0), { x: 20, y: 240, width: 200, height: 80 });
    const { file } = await edit([await fileOf(document)], { fields: JSON.stringify({ a: value }) });
    const [field] = fieldsIn(await PDFDocument.load(readFileSync(file)));
    expect(textOf(field?.dict.lookup(PDFName.of('V')))).toBe(value);
  });

  it('that repeat a long value in many widgets are refused', async () => {
    const document = await madePages('one', 1);
    const { context, catalog } = document;
    const widgets = Array.from({ length: 20_000 }, () =>
      context.register(context.obj({ Subtype: 'Widget', Rect: [0, 0, 50, 10] })),
    );
    const field = context.register(context.obj({ T: PDFString.of('a'), FT: 'Tx', Kids: widgets }));
    catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field] }));
    const values = new Map([['a', 'long '.repeat(2000)]]);
    await expect(fillForm(partOf(document), values, contextFor(manifest))).rejects.toMatchObject({ code: 'too-large' });
  });

  it.each(['[]', 'x', '1', '{"a":{}}', '{"a":[1]}', 'null'])('values spelled %j are refused', async (fields) => {
    await expect(edit([await fileOf(await madeForm())], { fields })).rejects.toMatchObject({ code: 'invalid-options' });
  });
});

describe('lines', () => {
  it('break at spaces, and within long words', () => {
    expect(linesWithin('one two three', 4.5)).toEqual(['one two', 'three']);
    expect(linesWithin('가나다라마', 2)).toEqual(['가나', '다라', '마']);
    expect(linesWithin('a\n\nb', 5)).toEqual(['a', '', 'b']);
  });
});
