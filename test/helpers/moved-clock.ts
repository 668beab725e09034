import { aheadOfMachine, moveClock } from '../../emulators/moved-clock.ts';
import type { TestDatabase } from './database.ts';
import { runAlone } from './server.ts';

/**
 * A clock of the database that is moved by a row. Names are looked for in `public` first, so that `now()` is answered by it from then on; what
 * was bound before, defaults of columns and functions with a path of their own, is bound anew.
 */
const clockOf = (ahead: number): string => `
  create table clock_ahead (by interval not null);
  insert into clock_ahead values (interval '1 millisecond' * ${ahead});
  create function now() returns timestamptz stable language sql
    as 'select pg_catalog.now() + (select by from public.clock_ahead)';
  create function clock_timestamp() returns timestamptz volatile language sql
    as 'select pg_catalog.clock_timestamp() + (select by from public.clock_ahead)';
  do $do$
  declare statements text[];
  begin
    select array_agg(statement) into statements from (
      select format('alter table %s alter column %I set default %s', c.oid::regclass, a.attname,
        regexp_replace(pg_get_expr(d.adbin, d.adrelid), '\\m(now|clock_timestamp)\\(\\)', 'public.\\1()', 'g')) as statement
      from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
      where c.relkind in ('r', 'p') and pg_get_expr(d.adbin, d.adrelid) ~ '\\m(now|clock_timestamp)\\(\\)'
      union all
      select format('alter function %s set search_path = public, pg_catalog, pg_temp', p.oid::regprocedure)
      from pg_proc p where p.proconfig @> array['search_path=public, pg_temp']
      union all
      select format('alter database %I set search_path = public, pg_catalog', current_database())) s;
    for i in 1..array_length(statements, 1) loop execute statements[i]; end loop;
  end $do$`;

/** Puts the clock of this process right again: other files of tests may follow in it. */
export const leaveClock = (): void => moveClock(0);

/**
 * Moves the clock of this process and gives the database of a server one that can be moved. It is called before the server is booted with what
 * is `ready`, so that nothing remembers another time; from then on the clock is only put forward.
 * @param first when it is now
 */
export function openClock(first: Date): {
  ready: (database: TestDatabase) => Promise<unknown>;
  /** Moves both to an instant. @param others tells whoever else has a clock how far it is ahead of the machine's; ms */
  move: (
    instant: Date,
    run: (sql: string) => Promise<unknown>,
    others: (ahead: number) => Promise<unknown>,
  ) => Promise<void>;
} {
  moveClock(aheadOfMachine(first));
  return {
    ready: ({ url }) => runAlone(url, clockOf(aheadOfMachine(first))),
    async move(instant, run, others) {
      const ahead = aheadOfMachine(instant);
      await run(`update clock_ahead set by = interval '1 millisecond' * ${ahead}`);
      moveClock(ahead);
      await others(ahead);
    },
  };
}
