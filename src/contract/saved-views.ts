import * as z from 'zod';
import { self } from './kernel/access.ts';
import { filled, text } from './kernel/fields.ts';
import { module, op } from './kernel/op.ts';

/** A view of a list that somebody has saved: its address and the look of its table. */
export const SavedView = z.object({
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

export const savedViews = module('saved-views', 'Сохранённые представления', {
  list: op('GET /api/saved-views', {
    about: 'Мои и общие представления списка',
    access: self,
    query: z.strictObject({ screen: filled(50) }),
    out: z.object({ items: z.array(SavedView) }),
  }),
  save: op('POST /api/saved-views', {
    about: 'Сохранить представление списка',
    access: self,
    body: z.strictObject({
      screen: filled(50),
      name: filled(100),
      query: text(2000),
      table: z.record(
        text(50),
        z.union([text(500), z.number(), z.boolean(), z.array(text(50)).max(60), z.record(text(50), z.number())]),
      ),
      shared: z.boolean(),
    }),
    out: SavedView,
    status: 201,
  }),
  remove: op('DELETE /api/saved-views/{id}', {
    about: 'Удалить своё представление',
    access: self,
    on: { id: 'savedView' },
  }),
});
