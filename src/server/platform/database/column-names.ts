import { CamelCasePlugin, type PluginTransformResultArgs, type QueryResult, type UnknownRow } from 'kysely';

/**
 * Columns are snake_case in SQL and camelCase here; what is inside a JSON column keeps its own names. The names are
 * made once for all rows of an answer: a page of a list is some seven hundred values.
 */
class ColumnNames extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true });
  }

  /** How a column is called here. */
  of(column: string): string {
    return this.camelCase(column);
  }

  override transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve({ ...result, rows: this.rows(result.rows) });
  }

  /** The rows by the names that their columns have here; of those that the database has put into JSON too. */
  rows(selected: readonly UnknownRow[]): UnknownRow[] {
    const [first] = selected;
    if (!first) return [];
    const names = Object.keys(first).map((column) => ({ column, name: this.of(column) }));
    const blank: UnknownRow = Object.fromEntries(names.map(({ name }) => [name, undefined]));
    return selected.map((row) => {
      const named = { ...blank };
      for (const { column, name } of names) named[name] = row[column];
      return named;
    });
  }
}

export const columnNames = new ColumnNames();
