import type { ContractCaps } from '#domain/money/overpayment-caps.ts';
import type { InterestRight } from '#domain/parties/interest-right.ts';
import type { Cell } from '#domain/registries/cell.ts';
import type { RegistryKind, registryColumns } from '#domain/registries/registry-columns.ts';
import type { Problem } from '#domain/registries/registry-problems.ts';
import type { Partly } from '#domain/registries/registry-row.ts';
import type { RowOf } from '#domain/registries/registry-rules.ts';
import type { Day } from '#domain/values/days.ts';
import type { CopyText } from '#server/platform/database/copy-text.ts';
import type { SealedFile } from '#server/platform/secrets/sealed-file.ts';
import type { DataKeys } from '#server/platform/secrets/secrets.ts';
import type { RefusalCode } from '#server/platform/xlsx/read/refusal.ts';

/** What the thread that reads a file is given, and what it sends. Everything here can be sent between threads. */

export interface ReadingJob {
  readonly kind: RegistryKind;
  /** The stored file. Its name means nothing: the content decides whether it is xlsx or csv. */
  readonly file: string | SealedFile;
  /** The company's saved choice: heading (see `headingKey`) → code of a column, or null to pass a column over. */
  readonly mapping?: Readonly<Record<string, string | null>>;
  /** The business day that dates are judged by. */
  readonly today: Day;
  readonly caps: readonly ContractCaps[];
  /** Of the company whose file it is. */
  readonly right: InterestRight;
  /** More rows than this refuse the file; the registry's own limit unless told. */
  readonly mostRows?: number;
}

/** One heading of the file and the column that it was taken for. */
interface Heading {
  readonly title: string;
  readonly code: string | null;
}

/** What is known when the header is found, before any row. */
export interface ReadingHead {
  readonly format: 'xlsx' | 'csv';
  /** The name of the sheet; null for csv. */
  readonly sheet: string | null;
  /** The number of the header's row in the file, counted from 1. */
  readonly headerRow: number;
  readonly headings: readonly Heading[];
  /** Codes of required columns that the file does not have: every row would fail. */
  readonly missing: readonly string[];
  /** Warnings about the file as a whole, such as TEMPLATE_OLD. */
  readonly problems: readonly Problem[];
}

export interface ReadRow<Kind extends RegistryKind = RegistryKind> {
  /** The number of the row in the file, as a spreadsheet shows it. */
  readonly rowNo: number;
  /** Without errors; then `row` is whole. */
  readonly ok: boolean;
  readonly row: Partly<RowOf<(typeof registryColumns)[Kind]>>;
  readonly problems: readonly Problem[];
  /**
   * The cells as they are in the file, in the order of the registry's columns: for correction and judging again. Empty
   * when the values of the row say the same.
   */
  readonly rawCells: readonly Cell[];
}

export interface ReadingProgress {
  /** Rows given so far. */
  readonly rows: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

/** What was left out of the rows, so that the counts add up. */
export interface ReadingEnd {
  readonly rows: number;
  /** Rows of the file that are no claims: hints of the template, totals at the foot, rows with nothing but a number. */
  readonly hints: readonly number[];
  readonly footers: readonly number[];
  readonly empty: number;
}

/** Judged rows as the tables of the dry run take them. */
export interface Staged {
  readonly rows: CopyText;
  readonly problems: CopyText;
}

/** What a reading sends, one after another: the head, rows in batches, the end. */
export type WorkerMessage =
  | { readonly head: ReadingHead }
  | { readonly rows: readonly ReadRow[]; readonly progress: ReadingProgress }
  | { readonly end: ReadingEnd };

/** The same from the thread, which packs the rows for the database: bytes are handed over, not copied. */
export type PackedWorkerMessage =
  | Exclude<WorkerMessage, { rows: unknown }>
  | { readonly staged: readonly Staged[]; readonly progress: ReadingProgress };

/** Instead of the rest: the file cannot be read. The sentence is for the person who loads it. */
interface Refused {
  readonly refused: { readonly code: RefusalCode; readonly message: string };
}
export type Sent = PackedWorkerMessage | Refused;

/** What the thread needs beyond the reading itself: whose rows they are, and the keys that seal them. */
export interface PackingJob extends ReadingJob {
  readonly registryId: number;
  readonly keys: DataKeys;
}
