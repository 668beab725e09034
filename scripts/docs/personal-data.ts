import { type ColumnClass, inTable, isPersonal, type Tables } from '#server/platform/database/tables.ts';

/** What of people each table holds and what becomes of it at an erasure: all modules on one page, for whoever answers for it. */
export function personalDataPage(tables: Tables): string {
  const rows = Object.entries(tables)
    .map(([table, { holds, person }]) => {
      const classes = Object.entries(holds).filter(([name]) => isPersonal(name as ColumnClass));
      const told = classes.map(([name, columns]) => `${name}: ${columns}`).join('; ');
      const fate = person === undefined ? '' : typeof person.fate === 'object' ? person.fate.keep : person.fate;
      return { table: inTable(table), told, fate, title: person?.title ?? '' };
    })
    .filter(({ told, fate }) => told !== '' || fate !== '')
    .toSorted((one, other) => (one.table < other.table ? -1 : 1));
  return [
    '# Personal data by table',
    '',
    'Written by `npm run docs` from the `tables` of the modules. Classes of columns: `src/server/platform/database/tables.ts`.',
    'Erasure: rows of the person are deleted, blanked, or kept for the reason said here.',
    '',
    '| table | columns that tell of people, by class | in his export | erasure |',
    '|---|---|---|---|',
    ...rows.map(({ table, told, title, fate }) => `| ${table} | ${told} | ${title} | ${fate} |`),
    '',
  ].join('\n');
}
