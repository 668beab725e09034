import * as z from 'zod';
import { type Access, everyOperator, type Resource } from '../kernel/access.ts';
import { day, version } from '../kernel/fields.ts';
import { spreadsheet } from '../kernel/file.ts';
import { CodeSent, codeOfForm } from '../kernel/one-time-code.ts';
import { type Operation, op, rights } from '../kernel/op.ts';
import { Counts, countsQuery, exportQuery, listOf, listQuery } from '../kernel/page.ts';
import { History, verificationMove, verificationStatus } from './verification.ts';

/** How somebody who is verified is named in the titles of his operations. */
interface Words {
  /** «физлицо» */
  one: string;
  /** «физлица» */
  of: string;
  /** «физлиц» */
  many: string;
}

interface Verified<On, Owns, Sees, Row, Card, Column, Change> {
  words: Words;
  on: On;
  /** The part of the access of whoever answers for the data: he applies, withdraws and changes what was verified. */
  owns: Owns;
  sees: Sees;
  /** He in lists, and on his card. */
  row: Row;
  card: Card;
  /** What an export can show, in the usual order. */
  columns: readonly Column[];
  /** The forms that change what was verified, without their code. */
  changes: Change;
}

const filters = {
  verificationStatus: z.array(verificationStatus).max(4),
  createdFrom: day,
  createdTo: day,
};
const sorts = ['createdAt', 'name', 'pendingSince'] as const;

/** What people and companies have in common: lists of them, the card, verification with its history (docs/domain.md §6). */
export function verifiedOperations<
  const Path extends string,
  const On extends Resource,
  const Owns extends Access,
  const Sees extends Access,
  Row extends z.ZodType,
  Card extends z.ZodType,
  const Column extends string,
  Change extends z.ZodType,
>(
  path: Path,
  { words, on: resource, owns, sees, row, card, columns, changes }: Verified<On, Owns, Sees, Row, Card, Column, Change>,
) {
  const on = { id: resource } as const;
  return {
    list: op(`GET ${path}`, {
      about: `Список ${words.many}`,
      access: sees,
      lists: [resource],
      query: listQuery(sorts, filters),
      out: listOf(row),
    }),
    counts: op(`GET ${path}/counts`, {
      about: `Сколько ${words.many} в каждом статусе`,
      access: sees,
      lists: [resource],
      query: countsQuery(filters),
      out: Counts,
    }),
    exportExcel: op(`GET ${path}/exports/excel`, {
      about: `Выгрузить ${words.many} таблицей`,
      access: { operator: ['all', 'administrator', 'manager'] },
      query: exportQuery(sorts, filters, columns),
      file: spreadsheet,
    }),
    get: op(`GET ${path}/{id}`, { about: `Карточка ${words.of}`, access: sees, on, out: card }),
    codeForChange: op(`POST ${path}/{id}/code`, {
      about: `Получить код для изменения проверенных данных ${words.of}`,
      access: owns,
      on,
      body: codeOfForm(changes),
      out: CodeSent,
      limit: 'code',
    }),
    applyForVerification: op(`POST ${path}/{id}/verification`, {
      about: `Отправить ${words.one} на верификацию`,
      access: owns,
      on,
      body: z.strictObject({ version }),
      out: card,
      errors: ['version.stale', 'move.illegal'],
    }),
    setVerificationStatus: op(`POST ${path}/{id}/verification_status`, {
      about: `Решить о верификации ${words.of}`,
      access: { ...owns, operator: ['all', 'administrator', 'manager', 'verifier'] },
      on,
      body: verificationMove,
      out: card,
      errors: ['version.stale', 'move.illegal', 'verification.own_edit', 'verification.duplicate'],
    }),
    history: op(`GET ${path}/{id}/history`, {
      about: `История ${words.of}`,
      access: { ...owns, operator: ['all', ...everyOperator] },
      on,
      out: History,
    }),
  };
}

/** Who may do what within a decision about verification. */
export const verificationRights = (decision: Operation, { of, many }: Pick<Words, 'of' | 'many'>) =>
  rights(decision, {
    verify: { about: `Верифицировать ${many}`, access: { operator: ['all', 'administrator', 'verifier'] } },
    return: { about: `Вернуть анкету ${of} с замечаниями`, access: { operator: ['all', 'verifier'] } },
    block: { about: `Предложить блокировку ${of}`, access: { operator: ['all', 'administrator', 'manager'] } },
    unblock: { about: `Предложить разблокировку ${of}`, access: { operator: ['all', 'administrator', 'manager'] } },
  });
