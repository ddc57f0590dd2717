import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { STANDALONE_XML_DECLARATION } from '@bakkum/markup/write-xml';
import { strToU8, type Zippable, zipSync } from 'fflate';
import type { DocumentModel } from './model.ts';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** `type` is the end of the relationship type, such as `image`. */
export type Relation = readonly [id: string, type: string, target: string, isExternal?: true];

/** `type` is the middle of the content type: `theme` for `application/vnd.openxmlformats-officedocument.theme+xml`. */
export type OfficePart =
  | { readonly path: string; readonly xml: string; readonly type?: string }
  | { readonly path: string; readonly bytes: Uint8Array<ArrayBuffer> };

export function relationshipsXml(relations: readonly Relation[]): string {
  const parts = relations.map(
    ([id, type, target, isExternal]) =>
      `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${escapeXmlAttribute(target)}"${isExternal ? ' TargetMode="External"' : ''}/>`,
  );
  return `${STANDALONE_XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${parts.join('')}</Relationships>`;
}

type About = Pick<DocumentModel, 'title' | 'author' | 'language'>;

/** Packs an Office Open XML document (ECMA-376, part 2). Its first part is the main one; images are stored uncompressed. */
export function packOffice(mediaType: string, [main, ...others]: readonly [OfficePart, ...OfficePart[]], about: About): Blob {
  const parts = [main, ...others];
  const files: Zippable = {
    '[Content_Types].xml': strToU8(contentTypesXml(parts)),
    '_rels/.rels': strToU8(packageRelationsXml(main.path)),
    'docProps/core.xml': strToU8(corePropertiesXml(about)),
  };
  for (const part of parts) files[part.path] = 'xml' in part ? strToU8(part.xml) : [part.bytes, { level: 0 }];
  return new Blob([new Uint8Array(zipSync(files, { level: 6 }))], { type: mediaType });
}

function packageRelationsXml(main: string): string {
  return (
    `${STANDALONE_XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="main" Type="${RELATIONSHIPS}/officeDocument" Target="${main}"/>` +
    `<Relationship Id="core" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`
  );
}

function contentTypesXml(parts: readonly OfficePart[]): string {
  const overrides = parts.map((part) =>
    'xml' in part && part.type
      ? `<Override PartName="/${part.path}" ContentType="application/vnd.openxmlformats-officedocument.${part.type}+xml"/>`
      : '',
  );
  return (
    `${STANDALONE_XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>' +
    `${overrides.join('')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`
  );
}

function corePropertiesXml({ title, author, language }: About): string {
  const element = (name: string, text: string | undefined): string =>
    text ? `<dc:${name}>${escapeXmlText(text)}</dc:${name}>` : '';
  return (
    `${STANDALONE_XML_DECLARATION}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
    `${element('title', title)}${element('creator', author)}${element('language', language)}</cp:coreProperties>`
  );
}
