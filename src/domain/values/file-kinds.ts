/** What a file may be, by its owner: of each kind of a slot there is one file, the latest. */
export const FILE_SLOTS = {
  individual: {
    passport: 'Паспорт: разворот с фото',
    registration: 'Паспорт: регистрация',
    selfie: 'Фото с паспортом',
    snils: 'СНИЛС',
    inn: 'Свидетельство ИНН',
    income: 'Справка о доходах',
  },
  legalEntity: {
    charter: 'Устав',
    registration: 'Лист записи ЕГРЮЛ',
    licence: 'Лицензия или запись реестра',
    card: 'Карточка компании',
  },
  representative: {
    passport: 'Паспорт: разворот с фото',
    registration: 'Паспорт: регистрация',
    authority: 'Основание полномочий',
  },
  request: {
    contract: 'Договор займа',
    notice: 'Уведомление кредитора',
    income: 'Справка о доходах',
    proof: 'Подтверждение обстоятельств',
  },
  payment: {
    proof: 'Подтверждение оплаты',
  },
  lifeEvent: {
    proof: 'Документ об обстоятельстве',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
export type SlotOwner = keyof typeof FILE_SLOTS;

/** Folders of a company: of each kind there may be many files. */
export const FILE_FOLDERS = {
  powers: 'Доверенности',
  licences: 'Лицензии и разрешения',
  deeds: 'Договоры уступки',
  other: 'Другие документы',
} as const satisfies Readonly<Record<string, string>>;

/** The folder of the writs of claims: one each, opened from its claim, so that no page lists them. */
export const WRIT_FOLDER = 'writs';

/** The folder of a company in which operators keep its appendices to tariffs. */
export const TARIFF_FOLDER = 'tariff';

/** The folder of the files of a chat: each is in one message, and opened from it. */
export const MESSAGE_FOLDER = 'message';

/** Whether a word of a path names a slot of the owner. */
export const isSlot = (owner: SlotOwner, kind: string): boolean => Object.hasOwn(FILE_SLOTS[owner], kind);
export const isFolder = (kind: string): boolean => Object.hasOwn(FILE_FOLDERS, kind) || kind === WRIT_FOLDER;
