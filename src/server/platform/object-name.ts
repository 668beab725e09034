import { type RawBuilder, sql } from 'kysely';
import type { AppDefinition } from './app.ts';

/**
 * What people call an object that a row speaks of, as the module that has such objects says it; null where none does.
 * @param type the column with the table of the object @param id the column with its number
 */
export function objectName(
  { resources, tables }: Pick<AppDefinition, 'resources' | 'tables'>,
  type: string,
  id: string,
): RawBuilder<string | null> {
  const rules = [
    ...Object.values(resources).map((rule) => ({ table: rule?.table, name: rule?.name })),
    ...Object.entries(tables).map(([table, { name }]) => ({ table, name })),
  ];
  const cases = rules.flatMap(({ table, name }) =>
    table && name
      ? [
          sql`when ${sql.lit(table)} then (select ${name('o')} from ${sql.table(table)} as o where o.id = ${sql.ref(id)})`,
        ]
      : [],
  );
  return sql<string | null>`case ${sql.ref(type)} ${sql.join(cases, sql` `)} end`;
}
