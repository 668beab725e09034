import { type RawBuilder, sql } from 'kysely';

/** What people call an object: a person by his name, a company by its short one, all else by its number or name. */
export const objectName = (type: string, id: string): RawBuilder<string | null> =>
  sql<string | null>`case ${sql.ref(type)}
  when 'individuals' then (select concat_ws(' ', last_name, first_name, middle_name) from individuals where id = ${sql.ref(id)})
  when 'legalEntities' then (select short_name from legal_entities where id = ${sql.ref(id)})
  when 'settlements' then (select number from settlements where id = ${sql.ref(id)})
  when 'tariffs' then (select name from tariffs where id = ${sql.ref(id)})
  when 'payments' then (select number from payments where id = ${sql.ref(id)}) end`;
