import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { DataTable, type DataTableProps } from '#web/ui/table/data-table.tsx';

interface Row {
  id: number;
  name: string;
  debt: string;
}

const rows: readonly Row[] = [
  { id: 1, name: 'Иванов Иван Иванович', debt: '12 345,67 ₽' },
  { id: 2, name: 'Константинопольский-Задунайский Александр Константинович', debt: '1 000 000,00 ₽' },
  { id: 3, name: 'Ли Анна', debt: '0,50 ₽' },
];

const nothing = (): void => undefined;
const baseProps: DataTableProps<Row> = {
  label: 'Таблица',
  columns: [
    { key: 'name', title: 'ФИО', sortable: true, cell: (row) => row.name },
    { key: 'status', title: 'Статус', cell: () => <Tag tone="success">Активно</Tag> },
    { key: 'debt', title: 'Долг', numeric: true, sortable: true, cell: (row) => row.debt },
  ],
  rows,
  rowKey: ({ id }) => id,
  sort: { key: 'name', direction: 1 },
  onSort: nothing,
  empty: 'Здесь появятся люди, с которыми у вас есть дело.',
  onRetry: nothing,
};
const selection = { nameOf: ({ name }: Row) => name, onToggle: nothing };

/** The table in each of its states. */
export const tables: Readonly<Record<string, ReactNode>> = {
  'data-table': <DataTable {...baseProps} />,
  'data-table: chosen and shown': (
    <DataTable
      {...baseProps}
      label="Выбранное"
      selection={selection}
      chosen={new Set([1])}
      shown={2}
      opening={{ onOpen: nothing, onEnter: nothing }}
    />
  ),
  'data-table: dense, with widths': (
    <DataTable {...baseProps} label="Плотная" density="dense" widths={{ name: 180 }} onWidth={nothing} />
  ),
  'data-table: loading': <DataTable {...baseProps} label="Загрузка" rows={undefined} />,
  'data-table: the next page is coming': <DataTable {...baseProps} label="Прежние строки" stale />,
  'data-table: empty': <DataTable {...baseProps} rows={[]} empty={<Button>Пригласить</Button>} />,
  'data-table: failed': <DataTable {...baseProps} error="Нет связи с сервером" />,
};
