const labels = { unverified: 'Новое', pending: 'На верификации', verified: 'Активно', blocked: 'Заблокировано' };

/** The number by which Excel knows an instant, for clocks in Moscow. */
const serial = (instant: string | null): string | null =>
  instant && String((Date.parse(instant) + 3 * 3_600_000) / 86_400_000 + 25_569);

/** A row of a list as it came over the wire. */
export interface Row {
  [field: string]: string | number | null;
}

/** What an export must show of a person, or of a company, in the usual order of columns. */
export const personCells = (row: Row): unknown[] => [
  String(row['id']),
  row['lastName'],
  row['firstName'],
  row['middleName'],
  row['inn'],
  row['phone'],
  row['email'],
  labels[row['verificationStatus'] as 'pending'],
  serial(row['pendingSince'] as string),
  serial(row['createdAt'] as string),
];
export const companyCells = (row: Row): unknown[] => [
  String(row['id']),
  row['shortName'],
  row['inn'],
  row['ogrn'],
  row['type'],
  labels[row['verificationStatus'] as 'pending'],
  String(row['employees']),
  serial(row['pendingSince'] as string),
  serial(row['createdAt'] as string),
];
