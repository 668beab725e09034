/** The layout of a table as a saved view keeps it. The browser takes of it what it still knows. */
export type StoredLayout = {
  /** The keys of the columns in sight, in order. */
  readonly columns?: readonly string[] | undefined;
  /** Pixels by the keys of columns. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
  readonly density?: string | undefined;
};
