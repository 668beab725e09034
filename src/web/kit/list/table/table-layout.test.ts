import { expect, test } from 'vitest';
import { readLayout, shownColumns } from './table-layout.ts';

const columns = [{ key: 'name' }, { key: 'sum' }, { key: 'made', wide: true }, { key: 'id', extra: true }];
const shown = (layout: object, hasRoom: boolean) =>
  shownColumns(columns, readLayout(layout), hasRoom).map(({ key }) => key);

test('a column that is wide is shown where there is room for it, and to whoever has chosen it', () => {
  expect(shown({}, false)).toEqual(['name', 'sum']);
  expect(shown({}, true)).toEqual(['name', 'sum', 'made']);
  expect(shown({ columns: ['made', 'id'] }, false)).toEqual(['name', 'made', 'id']);
});
