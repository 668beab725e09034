import type * as z from 'zod';
import type { Access, Resource } from '../kernel/access.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import { anyFile, registryFile, spreadsheet } from '../kernel/file.ts';
import { op } from '../kernel/op.ts';
import { listOf, listQuery } from '../kernel/page.ts';
import { InvitationPreview } from './contact-parts.ts';
import {
  correction,
  DryRows,
  dryRowsQuery,
  ImportErrors,
  Invited,
  importErrorsQuery,
  loadForm,
  mappingForm,
  messagesQuery,
  Registries,
  Registry,
  RegistryMessages,
  Revealed,
  registriesQuery,
  revealForm,
  uploadForm,
  withdrawForm,
} from './registry-parts.ts';

/** Who loads registries and sees through what is wrong with them. */
const loaders = { employee: ['member', 'head', 'manager'] } as const;
/** Who may see what the creditor has sent as it is. */
const revealers = { ...loaders, operator: ['all', 'administrator', 'manager'] } as const;

/** How a kind of registry is named in the titles of its operations. */
interface Words {
  /** «реестр» */
  one: string;
  /** «реестра» */
  of: string;
  /** «о реестре» */
  about: string;
  /** «Реестры» */
  Many: string;
  /** «прежней выгрузки» */
  former: string;
  /** «заёмщика» */
  debtor: string;
}

interface Kind<Registry, Entry, Sees, Row, Card, Query> {
  words: Words;
  registry: Registry;
  entry: Entry;
  sees: Sees;
  /** An entry in lists, and on its card. */
  row: Row;
  card: Card;
  entriesQuery: Query;
  /** Refusals that only this kind knows, beside those of every registry. */
  refusals: { upload: readonly ErrorCode[]; withdrawEntry: readonly ErrorCode[] };
}

/**
 * What is done with the registries of a company, whatever their kind: a file is uploaded, its rows are put right in a dry
 * run, it is loaded, its entries are seen and withdrawn. What one kind alone can do is beside it in its own file.
 */
export function registryOperations<
  const Path extends string,
  const RegistryKind extends Resource,
  const EntryKind extends Resource,
  const Sees extends Access,
  Row extends z.ZodType,
  Card extends z.ZodType,
  Query extends z.ZodObject,
>(
  path: Path,
  {
    words,
    registry,
    entry,
    sees,
    row,
    card,
    entriesQuery,
    refusals,
  }: Kind<RegistryKind, EntryKind, Sees, Row, Card, Query>,
) {
  const onCompany = { id: 'legalEntity' } as const;
  const onRegistry = { id: 'legalEntity', r: registry } as const;
  const onEntry = { id: 'legalEntity', r: registry, e: entry } as const;
  const Entries = listOf(row);
  return {
    upload: op(`POST ${path}`, {
      about: `Загрузить файл ${words.of}`,
      access: loaders,
      on: onCompany,
      body: uploadForm,
      upload: registryFile,
      out: Registry,
      status: 201,
      errors: ['input.invalid', ...refusals.upload, 'quota.exceeded'],
    }),
    list: op(`GET ${path}`, {
      about: `${words.Many} компании`,
      access: sees,
      on: onCompany,
      query: registriesQuery,
      out: Registries,
    }),
    withMessages: op(`GET ${path}/with-messages`, {
      about: `${words.Many} с непрочитанными сообщениями`,
      access: sees,
      on: onCompany,
      query: registriesQuery,
      out: Registries,
    }),
    get: op(`GET ${path}/{r}`, { about: capital(words.one), access: sees, on: onRegistry, out: Registry }),
    download: op(`GET ${path}/{r}/download`, {
      about: `Скачать файл ${words.of} таким, каким он загружен`,
      access: revealers,
      on: onRegistry,
      file: anyFile,
    }),
    importErrors: op(`GET ${path}/{r}/import-errors`, {
      about: `Ошибки строк ${words.of}`,
      access: sees,
      on: onRegistry,
      query: importErrorsQuery,
      out: ImportErrors,
    }),
    errorWorkbook: op(`GET ${path}/{r}/error-workbook`, {
      about: `Скачать строки ${words.of} с отмеченными ошибками`,
      access: loaders,
      on: onRegistry,
      file: spreadsheet,
      errors: ['move.illegal'],
    }),
    rows: op(`GET ${path}/{r}/rows`, {
      about: `Строки пробной загрузки ${words.of}`,
      access: loaders,
      on: onRegistry,
      query: dryRowsQuery,
      out: DryRows,
    }),
    absent: op(`GET ${path}/{r}/absent`, {
      about: `Записи ${words.former}, которых в новом файле нет`,
      access: loaders,
      on: onRegistry,
      query: listQuery(['createdAt'], {}),
      out: Entries,
    }),
    correct: op(`POST ${path}/{r}/corrections`, {
      about: `Исправить ячейку ${words.of}`,
      access: loaders,
      on: onRegistry,
      body: correction,
      out: Registry,
      errors: ['version.stale', 'move.illegal', 'registry.busy', 'input.invalid'],
    }),
    map: op(`POST ${path}/{r}/mapping`, {
      about: `Сопоставить столбцы ${words.of} и запомнить это для компании`,
      access: loaders,
      on: onRegistry,
      body: mappingForm,
      out: Registry,
      errors: ['version.stale', 'move.illegal', 'registry.busy', 'input.invalid'],
    }),
    load: op(`POST ${path}/{r}/load`, {
      about: `Принять ${words.one}`,
      access: loaders,
      on: onRegistry,
      body: loadForm,
      out: Registry,
      status: 202,
      errors: ['version.stale', 'move.illegal', 'registry.busy', 'registry.absent_changed', 'company.unverified'],
    }),
    withdraw: op(`POST ${path}/{r}/withdraw`, {
      about: `Отозвать ${words.one}`,
      access: loaders,
      on: onRegistry,
      body: withdrawForm,
      out: Registry,
      errors: ['version.stale', 'move.illegal', 'registry.busy'],
    }),
    invite: op(`POST ${path}/{r}/invitations`, {
      about: `Пригласить письмом заёмщиков ${words.of}, которых нет на площадке`,
      access: loaders,
      on: onRegistry,
      out: Invited,
      errors: ['move.illegal', 'feature.off'],
    }),
    invitationPreview: op(`GET ${path}/{r}/invitations/preview`, {
      about: `Скольким заёмщикам ${words.of} можно написать сейчас, позже и никогда`,
      access: loaders,
      on: onRegistry,
      out: InvitationPreview,
    }),
    messages: op(`GET ${path}/{r}/messages`, {
      about: `Сообщения ${words.about}`,
      access: sees,
      on: onRegistry,
      query: messagesQuery,
      out: RegistryMessages,
    }),
    readMessages: op(`POST ${path}/{r}/messages/read`, {
      about: `Отметить сообщения ${words.about} прочитанными`,
      access: sees,
      on: onRegistry,
    }),
    entries: op(`GET ${path}/{r}/entries`, {
      about: `Записи ${words.of}`,
      access: sees,
      on: onRegistry,
      query: entriesQuery,
      out: Entries,
    }),
    entry: op(`GET ${path}/{r}/entries/{e}`, { about: `Запись ${words.of}`, access: sees, on: onEntry, out: card }),
    withdrawEntry: op(`POST ${path}/{r}/entries/{e}/withdraw`, {
      about: `Отозвать запись ${words.of}`,
      access: loaders,
      on: onEntry,
      body: withdrawForm,
      out: card,
      errors: ['version.stale', 'move.illegal', ...refusals.withdrawEntry],
    }),
    reveal: op(`POST ${path}/{r}/entries/{e}/reveal`, {
      about: `Показать скрытые данные ${words.debtor}`,
      access: revealers,
      on: onEntry,
      body: revealForm,
      out: Revealed,
    }),
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
