/** Content types of the files that operations answer. */
export const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** A finished document. */
export const pdf = 'application/pdf';
/** Several files as one. */
export const archive = 'application/zip';
/** Days for somebody's own calendar. */
export const calendarFile = 'text/calendar';
/** A file that goes out as it came in. */
export const anyFile = 'application/octet-stream';
/** A picture of our own making. */
export const webp = 'image/webp';

/** What an operation takes as the file of its multipart form, in the field `file`. */
export interface Upload {
  /** Kinds by content, not by name. */
  readonly kinds: readonly FileKind[];
  readonly maxBytes: number;
  /** The form may come without a file. */
  readonly optional?: true;
}
export type FileKind = 'zip' | 'text' | 'pdf' | 'png' | 'jpeg' | 'webp';

/** A file that has been taken in and waits in the storage for its owner. */
export interface Uploaded {
  /** The generated name in the storage. */
  readonly key: string;
  /** The name that its owner knows it by, made safe. */
  readonly name: string;
  readonly size: number;
  readonly kind: FileKind;
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly scan: ScanState;
}

/**
 * Whether a file was looked at for viruses: `none` where nobody scans, `held` while the scanner is away. Nobody is served
 * one that is held or infected.
 */
export const scanStates = ['none', 'held', 'clean', 'infected'] as const;
export type ScanState = (typeof scanStates)[number];
/** Whether a file may be opened by whoever may see it. */
export const isServed = (scan: ScanState): boolean => scan === 'none' || scan === 'clean';

/** A creditor's registry: a workbook of Excel (a zip archive) or a table in text. */
export const registryFile: Upload = { kinds: ['zip', 'text'], maxBytes: 20 * 1024 * 1024 };

/** A statement of a bank: the exchange form of 1С or camt.053. */
export const bankFile: Upload = { kinds: ['text'], maxBytes: 5 * 1024 * 1024 };

/** What a paper that somebody shows may be: a document or a picture of one. */
export const paperKinds = ['pdf', 'png', 'jpeg'] as const satisfies readonly FileKind[];
/** By which types browsers show them. */
export const paperTypes = { pdf, png: 'image/png', jpeg: 'image/jpeg' } as const;
export const paper: Upload = { kinds: paperKinds, maxBytes: 20 * 1024 * 1024 };

/** A picture that becomes somebody's photo: it is drawn anew, so whatever else it held is gone. */
export const avatarPicture: Upload = { kinds: ['png', 'jpeg', 'webp'], maxBytes: 10 * 1024 * 1024 };
