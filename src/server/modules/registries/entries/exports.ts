import type { Input } from '#contract/kernel/op.ts';
import type { allRegistries, registries } from '#contract/registries/registries.ts';
import { type ClaimPart, claimPartShort } from '#domain/money/debt-parts.ts';
import { type EntryStatus, notifiedCount, registryEntryMachine } from '#domain/registries/registry-entry.ts';
import { registryImportMachine } from '#domain/registries/registry-import.ts';
import { contractKinds, stages } from '#domain/registries/registry-lists.ts';
import { labelOf } from '#domain/values/choice.ts';
import { fullName } from '#domain/values/person-name.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { type ColumnMakers, rowsToExport } from '#server/platform/export/export-columns.ts';
import { findRegistries, registryColumns, registryOrders, registryRow } from '../registry-cards.ts';
import { shownInn, shownPhone } from './debtor-visibility.ts';
import { daysOverdue, entryOrders, findEntries, type Sides, withColumns } from './entries.ts';

type EntriesQuery = Input<typeof registries.companyEntriesExport>['query'];
type RegistriesQuery = Input<typeof allRegistries.registriesExport>['query'];

/** The column of a part of the debt. */
const part = <Row extends Record<`${ClaimPart}Amount`, number>>(column: ColumnMakers<Row>, name: ClaimPart) =>
  column.money(claimPartShort(name), (row) => row[`${name}Amount`]);

/** The entries of a list as a spreadsheet: the same rows in the same order, masked alike. */
export function exportEntries(ctx: Ctx<Actor>, query: EntriesQuery, where: Sides): Promise<FileAnswer> {
  const found = findEntries(ctx, query, where);
  return exportSheet(ctx, {
    title: 'Записи реестров',
    rows: rowsToExport(withColumns(found), 'e.id', entryOrders, query),
    query,
    columns: (column) => ({
      id: column.number('Номер', (row) => row.id),
      creditor: column.text('Кредитор', (row) => row.creditor, 28),
      registryNumber: column.number('Реестр №', (row) => row.registryNumber),
      name: column.text(
        'Должник',
        ({ lastName, firstName, middleName }) => fullName({ lastName, firstName, middleName: middleName ?? undefined }),
        34,
      ),
      debtorInn: column.text('ИНН', (row) => shownInn(ctx, row), 16),
      phone: column.text('Телефон', (row) => shownPhone(ctx, row)),
      contractNumber: column.text('№ договора', (row) => row.contractNumber),
      contractDate: column.day('Дата договора', (row) => row.contractDate),
      contractKind: column.text('Вид договора', (row) => labelOf(contractKinds, row.contractKind), 16),
      principal: part(column, 'principal'),
      interest: part(column, 'interest'),
      interestOverdue: part(column, 'interestOverdue'),
      penalty: part(column, 'penalty'),
      fee: part(column, 'fee'),
      courtCost: part(column, 'courtCost'),
      total: column.money('Итого', (row) => row.totalAmount),
      asOf: column.day('Долг на дату', (row) => row.asOf),
      overdueFrom: column.day('Просрочка с', (row) => row.overdueFrom),
      daysOverdue: column.number('Дней просрочки', (row) => daysOverdue(ctx, row)),
      stage: column.text('Стадия', (row) => labelOf(stages, row.stage), 24),
      status: column.text('Статус', (row) => registryEntryMachine.label(row.status as EntryStatus), 22),
    }),
  });
}

/** The full registries of all companies as a spreadsheet. */
export function exportRegistries(ctx: Ctx<Actor>, query: RegistriesQuery): Promise<FileAnswer> {
  const found = findRegistries(ctx, query, { kind: 'full' });
  const funnel = (row: Parameters<typeof registryRow>[0]) => registryRow(row).funnel;
  return exportSheet(ctx, {
    title: 'Реестры займов',
    rows: rowsToExport(found.select(registryColumns(ctx)), 'r.id', registryOrders, query),
    query,
    columns: (column) => ({
      id: column.number('Номер', (row) => row.id),
      creditor: column.text('Кредитор', (row) => row.creditor, 28),
      number: column.number('Реестр №', (row) => row.number),
      name: column.text('Название', (row) => row.name, 28),
      fileName: column.text('Файл', (row) => row.fileName, 34),
      asOfDate: column.day('Данные на дату', (row) => row.asOfDate),
      status: column.text('Статус', (row) => registryImportMachine.label(registryRow(row).status), 22),
      rows: column.number('Строк', (row) => registryRow(row).counts.rows),
      errors: column.number('С ошибками', (row) => registryRow(row).counts.error),
      entries: column.number('Записей', (row) => funnel(row).entries),
      matched: column.number('Найдено заёмщиков', (row) => funnel(row).matched),
      notified: column.number('Уведомлено', (row) => notifiedCount(funnel(row))),
      total: column.money('Сумма', (row) => funnel(row).totalAmount),
      createdAt: column.instant('Загружен', (row) => row.createdAt),
      loadedAt: column.instant('Принят', (row) => row.loadedAt),
    }),
  });
}
