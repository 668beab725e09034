import { type RawBuilder, sql } from 'kysely';
import { employeeAvatars, individualAvatars, operatorAvatars } from '#contract/parties/avatars.ts';

/** Who may have a photo, by the column of a file that names him. */
export type Pictured = 'individualId' | 'employeeId' | 'operatorId';

const pathOf: Record<Pictured, string> = {
  individualId: individualAvatars.get.path,
  employeeId: employeeAvatars.get.path,
  operatorId: operatorAvatars.get.path,
};

/** Each photo has an address of its own, so that no browser shows the one before it. */
export const addressOf = (column: Pictured, id: number, fileId: number): string =>
  `${pathOf[column].replace('{id}', String(id))}?v=${fileId}`;

/**
 * The address of somebody's photo as a column, or null where there is none.
 * @param person the column that holds his id, as `i.id`
 */
export function avatarUrlOf(column: Pictured, person: string): RawBuilder<string | null> {
  const [before, after] = pathOf[column].split('{id}');
  const owner = sql.ref(`avatar.${column}`);
  return sql<string | null>`(
    select ${sql.lit(before)} || ${owner} || ${sql.lit(`${after}?v=`)} || avatar.id from owned_files avatar
    where ${owner} = ${sql.ref(person)} and avatar.place = 'avatar' and avatar.deleted_at is null
  )`;
}
