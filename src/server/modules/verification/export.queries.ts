import { type VerificationStatus, verificationMachine } from '#domain/parties/verification.ts';
import { column } from '#server/platform/export/export-columns.ts';

/** The columns that the sheets of people and of companies have in common. */
export const idColumn = column.number('Номер', (row: { id: number }) => row.id, 10);
export const statusColumn = column.text(
  'Статус',
  (row: { verificationStatus: VerificationStatus }) => verificationMachine.label(row.verificationStatus),
  18,
);
export const dateColumns = {
  pendingSince: column.instant('На верификации с', (row: { pendingSince: Date | null }) => row.pendingSince),
  createdAt: column.instant('Создано', (row: { createdAt: Date }) => row.createdAt),
};
