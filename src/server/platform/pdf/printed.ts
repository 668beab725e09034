import type { Block } from '#domain/documents/document-template.ts';

/** A document ready to be printed: its blocks and what is around them on the paper. */
export interface Printed {
  /** The name of the file's title. */
  name: string;
  blocks: readonly Block[];
  /** The line at the foot of each page, before the number of the page. */
  foot: string;
  /** Where and by which code the document is checked; the QR code is an SVG of the address. Null of what nobody can check. */
  check: { address: string; code: string; qr: string } | null;
  /** Stands across each page of what is no document. */
  watermark?: string;
  /** When it was issued: the same document is the same file, byte by byte, whenever it is made. */
  issuedAt: Date;
}
