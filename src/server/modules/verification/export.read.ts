import { type VerificationStatus, verification } from '#domain/verification.ts';
import type { ExportColumn } from '#server/platform/export.ts';

/** The columns that the sheets of people and of companies have in common. */
export const idColumn: ExportColumn<{ id: number }> = {
  title: 'Номер',
  width: 10,
  kind: 'number',
  value: (row) => row.id,
};
export const statusColumn: ExportColumn<{ verificationStatus: VerificationStatus }> = {
  title: 'Статус',
  width: 18,
  kind: 'text',
  value: (row) => verification.label(row.verificationStatus),
};
export const dateColumns = {
  pendingSince: { title: 'На верификации с', width: 18, kind: 'instant', value: (row) => row.pendingSince },
  createdAt: { title: 'Создано', width: 18, kind: 'instant', value: (row) => row.createdAt },
} satisfies Record<string, ExportColumn<{ pendingSince: Date | null; createdAt: Date }>>;
