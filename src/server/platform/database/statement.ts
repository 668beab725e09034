import { CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import { plannedOnce } from './prepared.ts';

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
 * A statement that is put together once, planned once and executed with other values each time. To put together a long one takes
 * longer than the database needs for it.
 */
export class Statement<Values extends object, Row> {
  readonly #text: string;
  /** What stands in each of its places: a slot, wherever it is in the text, in one of them. */
  readonly #given: unknown[] = [];

  /** @param written the statement, with slots for the values that change */
  constructor(db: Db, written: RawBuilder<Row>) {
    const { sql: text, parameters } = written.compile(db);
    const places = new Map<unknown, number>();
    this.#text =
      plannedOnce +
      text.replace(/\$(\d+)/g, (_, at) => {
        const parameter = parameters[Number(at) - 1];
        const key = parameter instanceof Slot ? parameter.name : {};
        const place = places.get(key) ?? this.#given.push(parameter);
        places.set(key, place);
        return `$${place}`;
      });
  }

  /** Whether each value of it that no execution gives is such a one, so that it may be kept for others of whom that is so. */
  holdsOnly(isSuch: (value: unknown) => boolean): boolean {
    return this.#given.every((given) => given instanceof Slot || isSuch(given));
  }

  /** What is not given is null. */
  execute(db: Db, values: Values): Promise<QueryResult<Row>> {
    const named = new Map<string, unknown>(Object.entries(values));
    const parameters = this.#given.map((given) => (given instanceof Slot ? named.get(given.name) : given));
    return db.executeQuery<Row>(CompiledQuery.raw(this.#text, parameters));
  }
}
