import { KEEPERS, type Keeper } from '#domain/settings/retention.ts';
import { formatDayOf } from '#web/ui/format.ts';

/** What keeps a person from being erased, as he and operators are told. */
export const keeperNames = (keptBy: readonly Keeper[]): string => keptBy.map((keeper) => KEEPERS[keeper]).join(', ');

/** The words of consents, wherever they are shown. */
export const consentTexts = {
  read: 'Прочитать документ',
  title: 'Согласия',
  empty: 'Согласий нет.',
  version: (version: number) => `Редакция ${version}`,
  given: (when: string, how: string) => `дано ${when} ${how}`,
  from: (ip: string) => `с адреса ${ip}`,
  revoked: (when: string) => `Отозвано ${when}`,
  fingerprint: 'SHA-256',
  withdraw: 'Отозвать',
  withdrawOf: (title: string) => `Отозвать: ${title}`,
  withdrawing: 'Отозвать согласие?',
  withdrawn: 'Согласие отозвано',
  offered: 'Можно дать',
  give: 'Дать согласие',
  giveOf: (title: string) => `Дать согласие: ${title}`,
  done: 'Согласие дано',
  leaving: ({ dueOn, keptBy }: { dueOn: string; keptBy: readonly Keeper[] }) =>
    keptBy.length > 0
      ? `Отозвал согласие на обработку данных. Стереть их пока нельзя: ${keeperNames(keptBy)}.`
      : `Отозвал согласие на обработку данных. С ${formatDayOf(dueOn)} они будут стёрты.`,
  rulesNeeded: 'Чтобы подписывать, примите правила: они связывают всех участников платформы.',
  healthNeeded:
    'Сведения о здоровье — особые данные: без отдельного согласия документ не примут. Отозвать его можно в профиле.',
  autopaymentNeeded:
    'Прочитайте, сколько, когда и сколько раз спишется. Без согласия автоплатёж не включить; отозвать его можно в профиле.',
  needed: 'Чтобы передать это кредитору, нужно ваше согласие. Отозвать его можно в профиле.',
};
