import { CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

/** Where a value stands that each execution gives anew. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Stands in a statement for the value that each execution gives by this name. */
export const slot = <Value>(name: string): RawBuilder<Value> => sql`${new Slot(name)}`;

/**
 * A statement that is put together once and executed with other values each time. To put together a long one takes
 * longer than the database needs for it.
 */
export class Statement<Values extends object, Row> {
  readonly #compiled: CompiledQuery<Row>;

  /** @param written the statement, with slots for the values that change */
  constructor(db: Db, written: RawBuilder<Row>) {
    this.#compiled = written.compile(db);
  }

  /** Whether each value of it that no execution gives is such a one, so that it may be kept for others of whom that is so. */
  holdsOnly(isSuch: (value: unknown) => boolean): boolean {
    return this.#compiled.parameters.every((parameter) => parameter instanceof Slot || isSuch(parameter));
  }

  /** What is not given is null. */
  execute(db: Db, values: Values): Promise<QueryResult<Row>> {
    const given = new Map<string, unknown>(Object.entries(values));
    const parameters = this.#compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? given.get(parameter.name) : parameter,
    );
    return db.executeQuery<Row>(CompiledQuery.raw(this.#compiled.sql, parameters));
  }
}
