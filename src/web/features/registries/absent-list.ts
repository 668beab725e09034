import type { Operation } from '#contract/kernel/op.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { registryTexts as t } from './texts.ts';

/** What a fresh unloading no longer has: a short list of one moment, neither searched, nor filtered, nor parted by status. */
export function absentList<O extends Operation>(list: ListDefinition<O>): ListDefinition<O> {
  const { status: _status, searchHint: _hint, filters: _filters, ...rest } = list;
  return { ...rest, title: t.differences.absentTitle, empty: t.differences.absentEmpty };
}
