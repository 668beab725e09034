/** What a scanner says of a file. */
export type ScanOutcome = 'clean' | 'infected';

/** Who looks for viruses in files. */
export interface Scanner {
  /** @throws when nobody answers or the file could not be judged: it may be asked again */
  scan(bytes: AsyncIterable<Buffer>): Promise<ScanOutcome>;
}
