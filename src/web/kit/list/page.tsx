import type { ComponentType } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import type { Page } from '#web/kit/lazy-page.tsx';
import { prefetch } from '../data/query.ts';
import { parseQuery } from '../data/query-string.ts';
import { accessTo } from '../session/access.ts';
import { currentMe } from '../session/session.ts';
import type { ListDefinition } from './definition.ts';
import { narrowedState } from './filters/narrowed.ts';
import { ListScreen } from './screen.tsx';
import { inputOf, stateOf } from './state.ts';

/** A page that is a list and nothing else. */
export const listPage = <O extends Operation>(list: ListDefinition<O>): Page =>
  withRows(() => <ListScreen list={list} />, list);

/** A page with a list whose rows can be asked for before it is drawn; a person sees his own things in its place. */
export const withRows = <O extends Operation>(page: ComponentType, list: ListDefinition<O>): Page =>
  Object.assign(page, { prefetch: async () => (currentMe()?.individualId ? undefined : askRows(list)) });

/** Asks for the rows of a list as the address says, if whoever is here may see them. */
export async function askRows<O extends Operation>(list: ListDefinition<O>): Promise<void> {
  if (accessTo(list.operation, currentMe()) === 'no') return;
  const state = stateOf(list.operation, list.remember, parseQuery(location.search));
  await prefetch(list.operation, ...inputOf<O>(list.params, narrowedState(list, state)));
}
