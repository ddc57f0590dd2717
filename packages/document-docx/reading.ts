import type { XmlElement } from '@bakkum/document-input/xml';
import type { Block, Paragraph } from '@bakkum/document-model/model';
import type { Numbering } from './numbering.ts';
import type { Package, Part } from './parts.ts';
import type { Styles } from './styles.ts';

/** A field that is open: what it does, and whether its result is being read. */
export type Field = { instruction: string; showsResult: boolean };

/** What is known while a document is read from beginning to end. */
export type Reading = {
  readonly source: Package;
  readonly styles: Styles;
  readonly numbering: Numbering;
  /** The part being read: what it refers to is looked up here. */
  readonly part: Part;
  readonly notes: (readonly Paragraph[])[];
  readonly noteOf: (kind: 'footnotes' | 'endnotes', id: string) => readonly Paragraph[];
  readonly readTable: (table: XmlElement) => Block;
  lostPictures: number;
  /** Fields that are open, the innermost last. */
  readonly fields: Field[];
  /** Of the paragraph before. */
  spaceAfter: number;
};
