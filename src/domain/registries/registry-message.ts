import { plural } from '../values/text/words.ts';
import { type RejectReason, rejectReasons } from './registry-entry.ts';
import type { VerdictCounts } from './registry-import.ts';

type Nothing = Readonly<Record<string, never>>;

/** What can happen to a registry that its people are told, and what is stored of it; the words are made when it is read. */
export interface RegistryMessageDetails {
  ready: VerdictCounts;
  failed: Nothing;
  /** `upgraded` are the rows whose debtors a simple registry has named before. */
  loaded: VerdictCounts & { readonly upgraded: number };
  withdrawn: Nothing;
  accepted: Nothing;
  rejected: { readonly reason: RejectReason };
  absent_changed: Nothing;
  not_loaded: Nothing;
  bailiffs_denied: Nothing;
  denial_recalled: Nothing;
}
export type RegistryMessageKind = keyof RegistryMessageDetails;

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

const prefix = 'registry.';

/** The event of the chat of a registry, by what has happened. */
export const registryEvent = (kind: RegistryMessageKind): string => `${prefix}${kind}`;

/** What a message of the chat of a registry says; null of an event of another kind. */
export function registryEventText(event: string, details: object): string | null {
  const kind = event.slice(prefix.length);
  if (!event.startsWith(prefix) || !Object.hasOwn(words, kind)) return null;
  return textOf(kind as RegistryMessageKind, details as RegistryMessageDetails[RegistryMessageKind]);
}
