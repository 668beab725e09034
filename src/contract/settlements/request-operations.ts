import * as z from 'zod';
import type { Access, Resource } from '../kernel/access.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import { inn, version } from '../kernel/fields.ts';
import { op } from '../kernel/op.ts';
import { Counts, countsQuery, listOf, listQuery } from '../kernel/page.ts';

/** How a kind of request is named in the titles of its operations. */
interface Words {
  /** «Заявка» */
  One: string;
  /** «заявку» */
  it: string;
  /** «Заявки» */
  Many: string;
  /** «Сколько заявок в каждом статусе» */
  counts: string;
}

interface Kind<Row, Card, Filters, Sort> {
  words: Words;
  request: Resource;
  /** A request in lists, and on its card. */
  row: Row;
  card: Card;
  filters: Filters;
  sorts: readonly Sort[];
}

interface Own<Param, Sees, Lists, Details> {
  /** The name of the id in the paths of a person's own requests. */
  param: Param;
  sees: Sees;
  lists: Lists;
  /** What a request says beside its creditor; a draft holds as much as its author knows by now. */
  details: Details;
  /** Refusals of a new request that only this kind knows. */
  refusals: readonly ErrorCode[];
}

/** What a person does with his own requests, whatever their kind: he writes one and finds it again. */
export function ownRequests<
  const Path extends string,
  const Param extends string,
  const Sees extends Access,
  const Lists extends Access,
  Row extends z.ZodType,
  Card extends z.ZodType,
  Filters extends z.ZodRawShape,
  Details extends z.ZodRawShape,
  const Sort extends string,
>(
  path: Path,
  { words, request, row, card, filters, sorts }: Kind<Row, Card, Filters, Sort>,
  { param, sees, lists, details, refusals }: Own<Param, Sees, Lists, Details>,
) {
  const on = { id: 'individual' } as const;
  return {
    create: op(`POST ${path}`, {
      about: `Подать ${words.it}`,
      access: { individual: 'own' },
      on,
      body: z.strictObject(details).partial().extend({ creditorInn: inn }),
      out: card,
      status: 201,
      errors: ['request.exists', ...refusals, 'consent.needed'],
    }),
    list: op(`GET ${path}`, {
      about: `${words.Many} физлица`,
      access: lists,
      on,
      lists: [request],
      query: listQuery(sorts, filters),
      out: listOf(row),
    }),
    get: op(`GET ${path}/{${param}}`, {
      about: words.One,
      access: sees,
      on: { ...on, [param]: request },
      out: card,
    }),
  };
}

interface OperatorView<One, Sees> {
  /** The path of one request, without its id. */
  one: One;
  sees: Sees;
}

/** What operators do with the requests of all people, whatever their kind: they see them and keep the archive. */
export function requestsOfAll<
  const Path extends string,
  const One extends string,
  const Sees extends Access,
  Row extends z.ZodType,
  Card extends z.ZodType,
  Filters extends z.ZodRawShape,
  const Sort extends string,
>(
  path: Path,
  { words, request, row, card, filters, sorts }: Kind<Row, Card, Filters, Sort>,
  { one, sees }: OperatorView<One, Sees>,
) {
  const on = { id: 'individual', rid: request } as const;
  return {
    list: op(`GET ${path}`, {
      about: `${words.Many} всех физлиц`,
      access: sees,
      query: listQuery(sorts, filters),
      out: listOf(row),
    }),
    counts: op(`GET ${path}/counts`, {
      about: words.counts,
      access: sees,
      query: countsQuery(filters),
      out: Counts,
    }),
    get: op(`GET ${one}/{rid}`, { about: `${words.One} физлица`, access: sees, on, out: card }),
    archive: op(`POST ${one}s/{rid}/archive`, {
      about: `Убрать ${words.it} в архив`,
      access: archivists,
      on,
      body: z.strictObject({ version }),
      out: card,
      errors: ['version.stale', 'move.illegal'],
    }),
    restore: op(`POST ${one}s/{rid}/restore`, {
      about: `Вернуть ${words.it} из архива`,
      access: archivists,
      on,
      body: z.strictObject({ version }),
      out: card,
      errors: ['version.stale', 'move.illegal', 'request.exists'],
    }),
  };
}

/** Who keeps the archive and takes the list with him. */
export const archivists = { operator: ['all', 'administrator', 'manager'] } as const;
