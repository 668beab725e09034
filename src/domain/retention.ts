/**
 * How long what tells of people is kept (domain rules, §12.4): terms with their defaults. What a law wants is not ours to
 * shorten.
 */
export const RETENTION = {
  /** So many days a person may take back his wish to be erased; the law leaves thirty (152-ФЗ, art. 21). */
  regretDays: 3,
  /** Entries of a simple registry that nobody was found for. */
  unmatchedEntryMonths: 6,
  /** Entries that a debtor has called not his: then the mark of the ИНН alone is kept. */
  disownedEntryDays: 30,
  /** Files that were taken away by their owner. */
  removedFileDays: 90,
  /** Letters that have been delivered or given up. */
  letterDays: 180,
  /** Consents that were taken back: until then it can be proved that they were given. */
  endedConsentYears: 3,
  /** Words that went to a debtor about a claim that stands no more (230-ФЗ, приказ Минюста № 134). */
  contactYears: 3,
  /** Links and sessions that are over. */
  deadTokenDays: 30,
} as const;

/** What keeps a person from being erased, as he is told. */
export const KEEPERS = {
  request: 'заявка у кредитора',
  deal: 'незакрытое урегулирование',
  claim: 'действующее требование кредитора',
  payment: 'незавершённый платёж',
} as const;
export type Keeper = keyof typeof KEEPERS;
