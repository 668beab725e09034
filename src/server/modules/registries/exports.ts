import type { Input } from '#contract/kernel/op.ts';
import type { allRegistries, registries } from '#contract/registries.ts';
import { fullName } from '#domain/person-name.ts';
import { type EntryStatus, registryEntry } from '#domain/registry-entry.ts';
import { registryImport } from '#domain/registry-import.ts';
import { type Choice, contractKinds, stages } from '#domain/registry-lists.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export.ts';
import { inOrder } from '#server/platform/list.ts';
import { daysOverdue, entryOrders, findEntries, shownInn, shownPhone, withColumns } from './entries.ts';
import { findRegistries, registryColumns, registryOrders, registryRow } from './registry-cards.ts';

type EntriesQuery = Input<typeof registries.companyEntriesExport>['query'];
type RegistriesQuery = Input<typeof allRegistries.registriesExport>['query'];

const labelOf = (list: readonly Choice[], code: string): string =>
  list.find((choice) => choice.code === code)?.label ?? code;

const sum = (title: string) => ({ title, width: 16, kind: 'money' }) as const;
const word = (title: string, width: number) => ({ title, width, kind: 'text' }) as const;
const date = (title: string) => ({ title, width: 12, kind: 'day' }) as const;
const whole = (title: string) => ({ title, width: 12, kind: 'number' }) as const;

/** The entries of a list as a spreadsheet: the same rows in the same order, masked alike. */
export function exportEntries(
  ctx: Ctx<Actor>,
  query: EntriesQuery & { filter?: { legalEntityId?: number | undefined } | undefined },
  legalEntityId: number | undefined = query.filter?.legalEntityId,
): Promise<FileAnswer> {
  const found = findEntries(ctx, { legalEntityId }, query);
  const chosen = query.ids ? found.where('e.id', 'in', query.ids) : found;
  return exportSheet(ctx, {
    title: 'Записи реестров',
    rows: inOrder(withColumns(chosen), entryOrders, query.sort),
    query,
    columns: {
      id: { ...whole('Номер'), value: (row) => row.id },
      creditor: { ...word('Кредитор', 28), value: (row) => row.creditor },
      registryNumber: { ...whole('Реестр №'), value: (row) => row.registryNumber },
      name: {
        ...word('Должник', 34),
        value: ({ lastName, firstName, middleName }) =>
          fullName({ lastName, firstName, middleName: middleName ?? undefined }),
      },
      debtorInn: { ...word('ИНН', 16), value: (row) => shownInn(ctx, row) },
      phone: { ...word('Телефон', 20), value: (row) => shownPhone(ctx, row) },
      contractNumber: { ...word('№ договора', 20), value: (row) => row.contractNumber },
      contractDate: { ...date('Дата договора'), value: (row) => row.contractDate },
      contractKind: { ...word('Вид договора', 16), value: (row) => labelOf(contractKinds, row.contractKind) },
      principal: { ...sum('Основной долг'), value: (row) => row.principal },
      interest: { ...sum('Проценты'), value: (row) => row.interest },
      interestOverdue: { ...sum('Просроченные проценты'), value: (row) => row.interestOverdue },
      penalty: { ...sum('Неустойка'), value: (row) => row.penalty },
      fee: { ...sum('Комиссии'), value: (row) => row.fee },
      courtCost: { ...sum('Судебные расходы'), value: (row) => row.courtCost },
      total: { ...sum('Итого'), value: (row) => row.total },
      asOf: { ...date('Долг на дату'), value: (row) => row.asOf },
      overdueFrom: { ...date('Просрочка с'), value: (row) => row.overdueFrom },
      daysOverdue: { ...whole('Дней просрочки'), value: (row) => daysOverdue(ctx, row) },
      stage: { ...word('Стадия', 24), value: (row) => labelOf(stages, row.stage) },
      status: { ...word('Статус', 22), value: (row) => registryEntry.label(row.status as EntryStatus) },
    },
  });
}

/** The full registries of all companies as a spreadsheet. */
export function exportRegistries(ctx: Ctx<Actor>, query: RegistriesQuery): Promise<FileAnswer> {
  const found = findRegistries(ctx, 'full', query);
  const chosen = query.ids ? found.where('r.id', 'in', query.ids) : found;
  const funnel = (row: Parameters<typeof registryRow>[0]) => registryRow(row).funnel;
  return exportSheet(ctx, {
    title: 'Реестры займов',
    rows: inOrder(chosen.select(registryColumns(ctx)), registryOrders, query.sort),
    query,
    columns: {
      id: { ...whole('Номер'), value: (row) => row.id },
      creditor: { ...word('Кредитор', 28), value: (row) => row.creditor },
      number: { ...whole('Реестр №'), value: (row) => row.number },
      name: { ...word('Название', 28), value: (row) => row.name },
      fileName: { ...word('Файл', 34), value: (row) => row.fileName },
      asOfDate: { ...date('Данные на дату'), value: (row) => row.asOfDate },
      status: { ...word('Статус', 22), value: (row) => registryImport.label(registryRow(row).status) },
      rows: { ...whole('Строк'), value: (row) => registryRow(row).counts.rows },
      errors: { ...whole('С ошибками'), value: (row) => registryRow(row).counts.error },
      entries: { ...whole('Записей'), value: (row) => funnel(row).entries },
      matched: { ...whole('Найдено заёмщиков'), value: (row) => funnel(row).matched },
      notified: { ...whole('Уведомлено'), value: (row) => funnel(row).notification_sent },
      total: { ...sum('Сумма'), value: (row) => funnel(row).totalAmount },
      createdAt: { title: 'Загружен', width: 18, kind: 'instant', value: (row) => row.createdAt },
      loadedAt: { title: 'Принят', width: 18, kind: 'instant', value: (row) => row.loadedAt },
    },
  });
}
