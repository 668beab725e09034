/** The words of consents, wherever they stand. */
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
  withdrawn: 'Согласие отозвано',
  offered: 'Можно дать',
  give: 'Дать согласие',
  giveOf: (title: string) => `Дать согласие: ${title}`,
  done: 'Согласие дано',
  needed: 'Чтобы передать это кредитору, нужно ваше согласие. Отозвать его можно в профиле.',
};
