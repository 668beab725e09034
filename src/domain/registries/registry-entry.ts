import { machine, type StatusOf } from '../values/machine.ts';

/**
 * An entry of a registry on its way to the debtor (docs/specification.md §4: registry-entry, set two, and simple-registry
 * entry; docs/domain.md §7.6). `full_registry_created` exists for entries of simple registries only. A withdrawn entry keeps
 * its status: that it was withdrawn is a mark, not a status.
 */
export const registryEntryMachine = machine('registry-entry', {
  first: ['search', 'notification_sent'],
  states: {
    search: { label: 'Поиск заёмщика', tone: 'neutral' },
    notification_sent: { label: 'Заёмщик уведомлён', tone: 'info' },
    accepted_by_individual: { label: 'Принято', tone: 'success' },
    rejected_by_individual: { label: 'Отклонено', tone: 'danger' },
    full_registry_created: { label: 'Загружен полный реестр', tone: 'success' },
  },
  moves: {
    notify: { from: ['search'], to: 'notification_sent', by: ['system'], label: 'Уведомить' },
    accept: {
      from: ['search', 'notification_sent', 'rejected_by_individual'],
      to: 'accepted_by_individual',
      by: ['individual'],
      label: 'Признать долг своим',
    },
    reject: {
      from: ['search', 'notification_sent'],
      to: 'rejected_by_individual',
      by: ['individual'],
      label: 'Отклонить',
    },
    upgrade: {
      from: ['search', 'notification_sent', 'accepted_by_individual', 'rejected_by_individual'],
      to: 'full_registry_created',
      by: ['system'],
      label: 'Найти в полном реестре',
    },
  },
});

export type EntryStatus = StatusOf<typeof registryEntryMachine>;

/** How history says that an entry was withdrawn, which is no status. */
export const withdrawnMark = 'withdrawn';

/** Why a debtor rejects a claim. */
export const rejectReasons = {
  not_mine: 'Не мой долг',
  paid: 'Уже оплачен',
  wrong_amount: 'Не согласен с суммой',
  other: 'Другое',
} as const;
export type RejectReason = keyof typeof rejectReasons;

/**
 * Whether such an answer takes the debt for the debtor's own, so that it may begin the term of limitation anew (Пленум ВС № 43, п. 20):
 * he is warned before it. It names no sum, so it counts as no recognition of the whole (docs/decisions/0092).
 */
export const recognizesDebt = (reason: RejectReason): boolean => reason === 'wrong_amount';

/**
 * The reasons that are open to the debtor of a claim. Who has signed for it has taken it for his own; where nothing may be acknowledged
 * (docs/decisions/0108), what takes it for his own is closed.
 */
export const openReasons = ({ hasSigned, isStopped }: { hasSigned: boolean; isStopped: boolean }): RejectReason[] =>
  (Object.keys(rejectReasons) as RejectReason[]).filter(
    (reason) => !(hasSigned && reason === 'not_mine') && !(isStopped && recognizesDebt(reason)),
  );

/** What an entry says in the columns of the file, sealed data apart, by their names in the database. */
export type EntryContent = Readonly<Record<string, string | number | null>>;

/**
 * A debt that the debtor has named himself, until the creditor's registry holds it (docs/specification.md §4: registry-entry, set
 * one; docs/domain.md §7.5).
 */
export const declaredClaimMachine = machine('declared-claim', {
  first: 'search',
  states: {
    search: { label: 'Поиск кредитора', tone: 'neutral' },
    'creditor-notified': { label: 'Кредитор уведомлён', tone: 'info' },
    'registry-loaded': { label: 'Реестр загружен', tone: 'success' },
  },
  moves: {
    notifyCreditor: {
      from: ['search'],
      to: 'creditor-notified',
      by: ['system', 'operator:manager'],
      label: 'Уведомить кредитора',
    },
    findInRegistry: {
      from: ['creditor-notified'],
      to: 'registry-loaded',
      by: ['manager', 'system'],
      label: 'Найти в загруженном реестре',
    },
    giveUp: {
      from: ['creditor-notified'],
      to: 'search',
      by: ['system', 'manager'],
      label: 'Вернуть в поиск',
    },
  },
});

export type DeclaredStatus = StatusOf<typeof declaredClaimMachine>;

/** How many entries of a registry were told to their debtors: all but those whose debtor is still looked for. */
export const notifiedCount = ({ entries, search }: { entries: number; search: number }): number => entries - search;
