import type { Answer, Input } from '#contract/kernel/op.ts';
import type { registries } from '#contract/registries/registries.ts';
import { rejectReasons } from '#domain/registries/registry-entry.ts';
import type { RegistryMessageDetails, RegistryMessageKind } from '#domain/registries/registry-message.ts';
import { plural } from '#domain/values/text/words.ts';
import type { Actor, Ctx, Writing } from '#server/platform/ctx.ts';
import { type Criteria, defineList } from '#server/platform/list/define-list.ts';

const rows = (number: number): string => `${number} ${plural(number, ['строка', 'строки', 'строк'])}`;

/** What each message says. */
const words: { readonly [Kind in RegistryMessageKind]: (details: RegistryMessageDetails[Kind]) => string } = {
  ready: (counts) => `Файл проверен: ${rows(counts.rows)}, с ошибками ${counts.error}`,
  failed: () => 'Файл не прочитан',
  loaded: ({ new: added, updated, upgraded }) => {
    const found = upgraded > 0 ? `, по упрощённым реестрам найдено ${upgraded}` : '';
    return `Реестр принят: новых записей ${added}, обновлено ${updated}${found}`;
  },
  withdrawn: () => 'Реестр отозван',
  accepted: () => 'Заёмщик признал долг: загрузите полный реестр',
  rejected: ({ reason }) => `Заёмщик отклонил требование: ${rejectReasons[reason].toLowerCase()}`,
  bailiffs_denied: () =>
    'Заёмщик говорит, что приставов по долгу нет: приложите исполнительный документ или исправьте стадию',
  denial_recalled: () => 'Заёмщик взял назад свои слова о том, что приставов по долгу нет',
  not_loaded: () => 'Реестр не принят из-за сбоя. Мы уже знаем о нём; попробуйте ещё раз',
  absent_changed: () => 'Реестр не принят: число отсутствующих записей изменилось, посмотрите отчёт ещё раз',
};

const textOf = <Kind extends RegistryMessageKind>(kind: Kind, details: RegistryMessageDetails[Kind]): string =>
  words[kind](details);

const messages = defineList({
  rows: ({ db }: Ctx, _criteria: Criteria<unknown>, registryId: number) =>
    db.selectFrom('registryMessages as m').where('m.registryId', '=', registryId),
  columns: (rows) => rows.select(['m.id', 'm.kind', 'm.details', 'm.entryId', 'm.createdAt']),
  orders: { createdAt: { columns: ['m.id'], direction: -1 } },
});

/** One page of the messages about a registry, the latest first. */
export async function messagesPage(
  ctx: Ctx<Actor>,
  registryId: number,
  query: Input<typeof registries.messages>['query'],
): Promise<Answer<typeof registries.messages>> {
  const seen = await ctx.db
    .selectFrom('registryReads')
    .select('messageId')
    .where('registryId', '=', registryId)
    .where('accountId', '=', ctx.actor.accountId)
    .executeTakeFirst();
  const page = await messages.page(ctx, query, registryId);
  return {
    ...page,
    items: page.items.map(({ kind, details, ...message }) => ({
      ...message,
      text: textOf(kind as RegistryMessageKind, details),
      read: message.id <= (seen?.messageId ?? 0),
    })),
  };
}

/** The viewer has read everything about a registry up to now. */
export async function markRead(ctx: Writing, registryId: number): Promise<void> {
  const latest = await ctx.db
    .selectFrom('registryMessages')
    .select('id')
    .where('registryId', '=', registryId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest) return;
  await ctx.db
    .insertInto('registryReads')
    .values({ registryId, accountId: ctx.actor.accountId, messageId: latest.id })
    .onConflict((conflict) => conflict.columns(['registryId', 'accountId']).doUpdateSet({ messageId: latest.id }))
    .execute();
}
