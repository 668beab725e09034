import * as z from 'zod';
import { self } from '../kernel/access.ts';
import { boundedRecord } from '../kernel/bounds.ts';
import { filledLineText, id, text } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { screens } from './screens.ts';

const screen = z.enum(screens);

/** A view of a list that somebody has saved: its address and the look of its table. */
const SavedView = z.object({
  id: z.int(),
  screen: z.string(),
  name: z.string(),
  /** The query string of the list: search, filters, sort. */
  query: z.string(),
  /** Columns, widths and density, as the list screen keeps them. */
  table: z.record(z.string(), z.unknown()),
  shared: z.boolean(),
  own: z.boolean(),
});

/** The longest layout of one table, in characters of its JSON. */
const longestLayout = 16 * 1024;

/** The layout of a table: the columns in sight in their order, the widths that were set, how close its rows are. */
const TableLayout = z
  .strictObject({
    columns: z.array(text(50)).max(100).optional(),
    widths: boundedRecord(text(50), z.number().min(0).max(10_000), 100).optional(),
    density: text(20).optional(),
  })
  .refine((look) => JSON.stringify(look).length <= longestLayout, 'Вид таблицы слишком велик');

/** The query string of a list: what is searched, filtered and sorted by, and nothing that could be another address. */
const listState = text(2000).regex(
  /^(?:(?:q|(?:filter|sort)\[\w+\](?:\[\])?)=[^&=#\s]*(?:&(?!$)|$))*$/,
  'Здесь нужна строка запроса списка',
);

/** What is stored of a list; a view of the same name of the same person is replaced. */
const view = { screen, name: filledLineText(100), query: listState, table: TableLayout };

export const savedViews = module('saved-views', 'Сохранённые представления', {
  list: op('GET /api/saved-views', {
    about: 'Мои и общие представления списка',
    access: self,
    lists: [],
    query: z.strictObject({ screen }),
    out: z.object({ items: z.array(SavedView) }),
  }),
  save: op('POST /api/saved-views', {
    about: 'Сохранить представление списка для себя',
    access: self,
    body: z.strictObject(view),
    out: SavedView,
    status: 201,
  }),
  share: op('POST /api/saved-views/shared', {
    about: 'Сохранить представление списка для всех коллег',
    access: {
      employee: ['self', 'head', 'manager', 'accountant'],
      operator: ['self', 'administrator', 'manager', 'verifier', 'accountant'],
    },
    body: z.strictObject({
      ...view,
      /** Whose people see the view; asked of those who may share in several companies. */
      legalEntityId: id.optional(),
    }),
    out: SavedView,
    status: 201,
    errors: ['company.blocked'],
  }),
  remove: op('DELETE /api/saved-views/{id}', {
    about: 'Удалить своё представление',
    access: self,
    on: { id: 'savedView' },
  }),
});
