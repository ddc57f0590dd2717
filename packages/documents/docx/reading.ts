import type { Block, Paragraph } from '@bakkum/document-model/model';
import type { XmlElement } from '@bakkum/markup/xml';
import type { Numbering } from './numbering.ts';
import type { Package, Part } from './parts.ts';
import type { Styles } from './styles.ts';

/** An open field: its instruction, and whether its result is being read. */
export type Field = { instruction: string; showsResult: boolean };

/** State while a document is read in order. */
export type Reading = {
  readonly source: Package;
  readonly styles: Styles;
  readonly numbering: Numbering;
  /** The current part, which resolves relationships. */
  readonly part: Part;
  readonly notes: (readonly Paragraph[])[];
  readonly noteOf: (kind: 'footnotes' | 'endnotes', id: string) => readonly Paragraph[];
  readonly readTable: (table: XmlElement) => Block;
  lostPictures: number;
  /** Open fields, innermost last. */
  readonly fields: Field[];
  /** Space after the previous paragraph. */
  spaceAfter: number;
};
