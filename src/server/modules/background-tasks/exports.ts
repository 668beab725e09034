import qs from 'qs';
import { coerce } from '#contract/kernel/coerce.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import { archive, spreadsheet } from '#contract/kernel/file.ts';
import { fieldErrors } from '#contract/kernel/messages.ts';
import type { Operation } from '#contract/kernel/op.ts';
import type { App } from '#server/platform/app.ts';
import type { Implemented } from '#server/platform/ctx.ts';
import { queryLimits } from '#server/platform/http/server.ts';

/** The operation of this code, if it answers a workbook or an archive and asks for nothing but a query. */
export function exportNamed({ appDefinition }: App, code: string): Implemented | undefined {
  return appDefinition.operations.find(
    ({ operation }) =>
      operation.code === code &&
      operation.method === 'GET' &&
      (operation.def.file === spreadsheet || operation.def.file === archive) &&
      operation.def.query !== undefined &&
      operation.params.length === 0,
  );
}

/** A query string as the operation would take it from an address. @throws Refusal `input.invalid` */
export function queryOf({ def }: Operation, text: string): unknown {
  const parsed = def.query!.safeParse(coerce(def.query!, parse(text)));
  if (!parsed.success) throw new Refusal('input.invalid', { fields: fieldErrors(parsed.error) });
  return parsed.data;
}

function parse(text: string): Record<string, unknown> {
  try {
    return qs.parse(text, queryLimits);
  } catch {
    throw new Refusal('input.invalid', { fields: { query: 'Строка запроса не разобрана' } });
  }
}
