import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.ts';

/** Somebody whose data they are, with what his rows are found by. */
export interface Subject {
  accountId: number;
  individualId: number | null;
  email: string;
  inn: string | null;
}

/** @throws Refusal `object.absent` when there is no such account */
export async function findSubject(db: Db, accountId: number): Promise<Subject> {
  const found = await db
    .selectFrom('accounts as a')
    .leftJoin('individuals as i', 'i.accountId', 'a.id')
    .select(['a.id as accountId', 'i.id as individualId', 'a.email', 'i.inn'])
    .where('a.id', '=', accountId)
    .executeTakeFirst();
  if (!found) throw new Refusal('object.absent');
  return found;
}

type Condition = RawBuilder<SqlBool>;
type Whose = (subject: Subject) => Condition;

const byAccount: Whose = ({ accountId }) => sql`account_id = ${accountId}`;
const byPerson: Whose = ({ individualId }) => sql`individual_id = ${individualId}`;
/** Rows that belong to others of his. */
const through =
  (column: string, table: string, whose: Whose = byPerson): Whose =>
  (subject) =>
    sql`${sql.ref(column)} in (select id from ${sql.table(table)} where ${whose(subject)})`;

/**
 * What becomes of a person's rows when he is erased: they go, they lose what tells of him, or they stay as they are
 * because a law wants them; then it is said which.
 */
type Fate = 'delete' | 'blank' | { readonly keep: string };

const ownFiles: Whose = (subject) => sql`(${byPerson(subject)} or ${through('request_id', 'requests')(subject)})`;

const settlements = { keep: 'Документы сделки: пять лет после её закрытия' } as const;
const ledger = { keep: 'Учёт денег: пять лет, под номером вместо имени' } as const;

export interface Holding {
  readonly table: keyof DB;
  /** As his export calls it; without this it is not shown, because it only repeats what stands elsewhere. */
  readonly title?: string;
  readonly of: Whose;
  readonly fate: Fate;
  /** How rows that stay look instead, where null or emptiness would not do. */
  readonly instead?: Readonly<Record<string, string>>;
}

const erasedInn = `'erased-' || id`;

/** Where the rows of a person are: in the order in which they can go. */
export const holdings: readonly Holding[] = [
  {
    table: 'individuals',
    title: 'Личные данные',
    of: ({ individualId }) => sql`id = ${individualId}`,
    fate: 'blank',
    instead: {
      last_name: `'Субъект'`,
      first_name: `'№ ' || id`,
      category_id: 'null',
      editors: `'{}'`,
      deleted_at: 'now()',
    },
  },
  {
    table: 'employees',
    title: 'Сотрудник',
    of: byAccount,
    fate: 'blank',
    instead: { last_name: `'Субъект'`, first_name: `'№ ' || id` },
  },
  {
    table: 'operators',
    title: 'Оператор',
    of: byAccount,
    fate: 'blank',
    instead: { last_name: `'Субъект'`, first_name: `'№ ' || id` },
  },
  { table: 'memberships', title: 'Места работы', of: through('employee_id', 'employees', byAccount), fate: 'blank' },
  {
    table: 'consents',
    title: 'Согласия',
    of: byAccount,
    fate: { keep: 'Подтверждение согласий: три года после их окончания' },
  },
  { table: 'erasures', title: 'Стирание данных', of: byPerson, fate: { keep: 'Акты об уничтожении: три года' } },
  { table: 'requests', title: 'Заявки', of: byPerson, fate: 'blank' },
  { table: 'simpleRequests', title: 'Упрощённые заявки', of: byPerson, fate: 'blank' },
  {
    table: 'registryEntries',
    title: 'Требования кредиторов',
    of: byPerson,
    fate: 'blank',
    instead: { last_name: `'Субъект'`, first_name: `'№ ' || individual_id`, debtor_inn: erasedInn },
  },
  {
    table: 'registryEntryVersions',
    of: ({ individualId }) => sql`entry_id in (select id from registry_entries where individual_id = ${individualId})`,
    fate: 'blank',
    instead: { content: `'{}'` },
  },
  {
    table: 'simpleRegistryEntries',
    title: 'Сведения о долгах от кредиторов',
    of: byPerson,
    fate: 'blank',
    instead: { last_name: `'Субъект'`, first_name: `'№ ' || individual_id`, debtor_inn: erasedInn },
  },
  { table: 'registryRows', of: ({ inn }) => sql`debtor_inn = ${inn}`, fate: 'blank' },
  {
    table: 'entryNotices',
    title: 'Взаимодействия по 230-ФЗ',
    of: byPerson,
    fate: { keep: 'Журнал взаимодействий: три года' },
  },
  {
    table: 'settlements',
    title: 'Урегулирования',
    of: byPerson,
    fate: 'blank',
    instead: { search: 'plain_words(number)' },
  },
  {
    table: 'termsOffers',
    title: 'Предложения условий',
    of: through('settlement_id', 'settlements'),
    fate: settlements,
  },
  { table: 'scheduleItems', title: 'Графики платежей', of: through('settlement_id', 'settlements'), fate: settlements },
  { table: 'agreements', title: 'Соглашения', of: through('settlement_id', 'settlements'), fate: settlements },
  {
    table: 'signatures',
    title: 'Подписи',
    of: byAccount,
    fate: { keep: 'Протокол подписания (63-ФЗ): пять лет после закрытия сделки' },
  },
  { table: 'issuedDocuments', title: 'Документы', of: byPerson, fate: settlements },
  {
    table: 'notices',
    title: 'Доставка уведомлений',
    of: through('settlement_id', 'settlements'),
    fate: settlements,
  },
  { table: 'payments', title: 'Платежи', of: byPerson, fate: 'blank' },
  { table: 'paymentAllocations', of: through('payment_id', 'payments'), fate: ledger },
  { table: 'refundRequests', title: 'Просьбы о возврате', of: through('payment_id', 'payments'), fate: 'blank' },
  { table: 'refunds', title: 'Возвраты', of: through('payment_id', 'payments'), fate: 'blank' },
  { table: 'ledgerEntries', of: through('settlement_id', 'settlements'), fate: ledger },
  { table: 'paymentDetails', title: 'Реквизиты', of: byPerson, fate: 'delete' },
  {
    table: 'rnkoIdentities',
    title: 'Идентификация в РНКО',
    of: byPerson,
    fate: 'blank',
    instead: { status: `'none'`, valid_until: 'null' },
  },
  {
    table: 'approvals',
    of: ({ individualId }) => sql`object_type = 'individuals' and object_id = ${individualId}`,
    fate: 'blank',
  },
  {
    table: 'ownedFiles',
    title: 'Файлы',
    of: ownFiles,
    fate: 'delete',
  },
  {
    // What a registry or a payment still holds is not his alone.
    table: 'storedFiles',
    of: (subject) =>
      sql`id in (select file_id from owned_files where ${ownFiles(subject)}) and not exists (
        select from owned_files o where o.file_id = stored_files.id
          and o.id not in (select id from owned_files where ${ownFiles(subject)}))
        and not exists (select from registries r where r.file_id = stored_files.id)`,
    fate: 'delete',
  },
  { table: 'notifications', title: 'Уведомления', of: byAccount, fate: 'delete' },
  { table: 'savedViews', title: 'Сохранённые виды', of: byAccount, fate: 'delete' },
  { table: 'backgroundTasks', title: 'Фоновые задачи', of: byAccount, fate: 'delete' },
  { table: 'idempotencyRecords', of: byAccount, fate: 'delete' },
  {
    table: 'oneTimeCodes',
    of: byAccount,
    fate: 'blank',
    instead: { letter_id: 'null', used_at: 'coalesce(used_at, now())' },
  },
  { table: 'letters', title: 'Письма', of: ({ email }) => sql`recipient = ${email}`, fate: 'delete' },
  { table: 'registrationTokens', title: 'Приглашения', of: ({ email }) => sql`email = ${email}`, fate: 'delete' },
  { table: 'restorePasswordTokens', of: byAccount, fate: 'delete' },
  { table: 'recoveryCodes', of: byAccount, fate: 'delete' },
  { table: 'knownDevices', of: byAccount, fate: 'delete' },
  { table: 'securityEvents', title: 'События безопасности', of: byAccount, fate: 'delete' },
  {
    table: 'sessions',
    title: 'Сеансы',
    of: byAccount,
    fate: 'blank',
    instead: {
      token_hash: `sha256(convert_to('erased ' || id, 'UTF8'))`,
      ended_at: 'coalesce(ended_at, now())',
      end_reason: `'erased'`,
    },
  },
  {
    table: 'accounts',
    title: 'Учётная запись',
    of: ({ accountId }) => sql`id = ${accountId}`,
    fate: 'blank',
    instead: {
      email: `'erased-' || id || '@erased.invalid'`,
      status: `'blocked'`,
      email_confirmed_at: 'null',
      phone_confirmed_at: 'null',
    },
  },
];
