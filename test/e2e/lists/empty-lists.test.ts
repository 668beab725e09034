import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import { operations } from '#contract/index.ts';
import type { Operation } from '#contract/kernel/op.ts';
import type { Signed } from '#test/helpers/boot.ts';
import { modules } from '#web/app/modules.ts';
import type { WebModule } from '#web/kit/page/web-module.ts';
import { mayAsk } from '#web/kit/session/access.ts';
import type { Me } from '#web/kit/session/session.ts';
import { type Looked, openWithEmptyLists } from '../helpers/empty-lists.ts';
import { openScenario } from '../helpers/scenario.ts';

const scenario = openScenario();
const kinds = ['operator', 'head', 'individual'] as const;
type Kind = (typeof kinds)[number];
let people: Record<Kind, Signed>;
let cards: Record<Kind, readonly string[]>;
/** Nobody has done anything here yet but come. */
beforeAll(async () => {
  const company = await scenario.testApp.company();
  const individual = await scenario.testApp.individual();
  people = {
    operator: await scenario.testApp.operator('administrator'),
    head: await scenario.testApp.employee({ legalEntityId: company, role: 'head' }),
    individual,
  };
  const [person, legalEntity] = [`/individual-${individual.individualId}`, `/legal-entity-${company}`];
  cards = { operator: [person, legalEntity], head: [legalEntity], individual: [person] };
});

/** The pages that stand at one address and are for somebody. */
const pathsFor = (me: Me): string[] =>
  modules
    .flatMap(({ pages }: WebModule) => pages)
    .filter(({ path, open, needs }) => !open && !path.includes('$') && (!needs || mayAsk(needs, me)))
    .map(({ path }) => path);

const routes = operations
  .filter(({ method }) => method === 'GET')
  .map((operation) => ({ operation, address: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));
const operationOf = (url: string): Operation =>
  routes.find(({ address }) => address.test(new URL(url).pathname))!.operation;

/**
 * What is read for a panel, a choice or a word beside and does not stand on the page as a list; roles there are always some, and
 * of sessions that in which it is looked at.
 * Companies to choose from are asked for by twenty.
 */
const notShown = [
  'accounts.sessions',
  'saved-views.list',
  'background-tasks.list',
  'life-events.list',
  'employee-roles.list',
  'operator-roles.list',
];
const shownIn = ({ empty }: Looked): Operation[] =>
  [...new Set(empty.filter((url) => !/[?&]limit=20(&|$)/.test(url)).map(operationOf))].filter(
    ({ code }) => !notShown.includes(code),
  );

/** Sentences that say of something that it is not there, not yet, or was not found. */
const emptiness =
  /(^|[^а-яё])(нет|никто|никого|ничего|не было|не ждёт|появятся|появится|не нашлось|не загружен)([^а-яё]|$)/i;
const saysOf = ({ lines }: Looked): number => lines.filter((line) => emptiness.test(line)).length;

/** A search that finds nothing or, where nobody searches, the first filter that lets nothing through. */
function narrowing({ def }: Operation): string | undefined {
  const { q, filter } = (def.query?.shape ?? {}) as {
    q?: z.ZodType;
    filter?: z.ZodOptional<z.ZodObject>;
  };
  if (q) return 'q=щщщ';
  for (const [name, schema] of Object.entries(filter?.unwrap().shape ?? {})) {
    const value = ['1999-01-01', 999_999, true].find((one) => (schema as z.ZodType).safeParse(one).success);
    if (value !== undefined) return `filter[${name}]=${value}`;
  }
  return undefined;
}

test.each(kinds)('every list of a fresh %s says that there is nothing, and that nothing is found', async (kind) => {
  const visitor = await scenario.enter(people[kind]);
  const look = await openWithEmptyLists(visitor.page);
  const silent: string[] = [];
  const seen = new Set<string>();
  // A list whose search is over is read once more before its tab is left, if that was more than five seconds ago.
  let left: string[] = [];
  let here = { tab: '', codes: [] as string[] };
  const judge = async (address: string): Promise<Looked> => {
    const looked = await look(address);
    const tab = address.split(/[?&](?:q|filter)/)[0]!;
    if (tab !== here.tab) [left, here] = [here.codes, { tab, codes: [] }];
    const shown = shownIn(looked).flatMap(({ code }) => (left.includes(code) ? [] : [code]));
    here.codes.push(...shown);
    for (const code of shown) seen.add(code);
    if (saysOf(looked) < shown.length)
      silent.push(`${address}: ${shown.join()}: ${looked.lines.slice(-4).join(' | ')}`);
    return looked;
  };
  let lists = 0;
  const tabs: string[] = [];
  for (const card of cards[kind]) tabs.push(...(await look(card)).tabs);
  // His first page tells a debtor what to do next instead.
  const pages = pathsFor((await people[kind].client.get('/api/auth/me')).body).filter(
    (path) => kind !== 'individual' || path !== '/dashboard/individuals',
  );
  for (const address of [...pages, ...tabs]) {
    const looked = await judge(address);
    const narrow =
      looked.isNarrowable &&
      shownIn(looked)
        .map(narrowing)
        .find((one) => one !== undefined);
    if (!narrow) continue;
    lists++;
    const found = await judge(`${address}${address.includes('?') ? '&' : '?'}${narrow}`);
    // Not the words of a list in which nobody has looked for anything.
    if (!found.lines.includes('Ничего не нашлось'))
      silent.push(`${address} ${narrow}: ${found.lines.slice(-4).join(' | ')}`);
  }
  expect(silent).toEqual([]);
  // A debtor has no list to search in; his lists were looked at all the same.
  expect(lists).toBeGreaterThanOrEqual({ operator: 21, head: 9, individual: 0 }[kind]);
  expect(seen.size).toBeGreaterThanOrEqual({ operator: 21, head: 9, individual: 3 }[kind]);
  await visitor.leave();
});
