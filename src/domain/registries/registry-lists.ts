/** The lists a cell of a registry chooses from. Case, «ё» and extra spaces of what is typed never matter. */

/** One choice: the code that is kept, the label that templates and screens show, other spellings that files contain. */
export interface Choice<Code extends string = string> {
  readonly code: Code;
  readonly label: string;
  readonly aliases: readonly string[];
}

/** A choice of a list by its label; a code that the list does not know stands for itself. */
export const labelOf = (list: readonly Choice[], code: string): string =>
  list.find((choice) => choice.code === code)?.label ?? code;

const choice = <const Code extends string>(code: Code, label: string, ...aliases: string[]): Choice<Code> => ({
  code,
  label,
  aliases,
});

/** Вид договора (domain.md §14, column 19). */
export const contractKinds = [
  choice('consumer', 'Потребкредит', 'потребительский кредит', 'потребительский заем', 'кредит', 'кредит наличными'),
  choice('microloan', 'Микрозайм', 'микрозаем', 'займ', 'заем', 'МФО', 'PDL', 'installment'),
  choice('card', 'Карта', 'кредитная карта', 'овердрафт'),
  choice('utilities', 'ЖКУ', 'ЖКХ', 'коммунальные услуги', 'жилищно-коммунальные услуги'),
  choice('telecom', 'Связь', 'услуги связи', 'телеком'),
  choice('other', 'Прочее', 'другое', 'иное'),
] as const;

const creditKinds: readonly unknown[] = [
  'consumer',
  'microloan',
  'card',
] satisfies (typeof contractKinds)[number]['code'][];

/** Whether a contract is a consumer's credit, for which the law has ceilings. */
export const isConsumerCredit = (contractKind: unknown): boolean => creditKinds.includes(contractKind);

/** Стадия взыскания (column 34). */
export const stages = [
  choice('pretrial', 'Досудебная', 'досудебное', 'soft', 'досудебная стадия'),
  choice('court', 'Судебная', 'судебное', 'суд', 'судебная стадия', 'в суде'),
  choice('enforcement', 'Исполнительное производство', 'ИП', 'исполнительное', 'ФССП', 'исполнительная'),
] as const;

/** Основание требования (column 37): who the claim belongs to and why. */
export const bases = [
  choice('original', 'Первичный кредитор', 'первичный', 'первоначальный кредитор', 'собственный портфель'),
  choice('cession', 'Уступка', 'цессия', 'уступка права требования', 'договор цессии'),
  choice('agent', 'Агент', 'агентский договор', 'агентирование'),
] as const;

/** Ограничение взаимодействия (column 42) is the contact status of a person. */
export const contactFlags = [
  choice('allowed', 'Разрешено', 'нет', 'без ограничений'),
  choice('refused', 'Отказ', 'отказ от взаимодействия'),
  choice('via_lawyer', 'Через представителя', 'через адвоката', 'представитель'),
  choice('bankrupt', 'Банкрот', 'банкротство'),
  choice('incapacitated', 'Недееспособен', 'недееспособный'),
  choice('hospital', 'Стационар', 'на стационарном лечении', 'больница'),
  choice('disabled_1', 'Инвалид I группы', 'инвалид 1 группы', 'инвалид первой группы'),
  choice('minor', 'Несовершеннолетний'),
] as const;

/** Часовой пояс (column 16): one zone for each clock of Russia, the others of the same clock are its aliases. */
export const timeZones = [
  choice('Europe/Kaliningrad', 'МСК−1', 'МСК-1', 'МСК–1', 'Калининград', 'UTC+2'),
  choice('Europe/Moscow', 'МСК', 'МСК+0', 'Москва', 'UTC+3', 'Europe/Simferopol', 'Europe/Kirov', 'Europe/Volgograd'),
  choice('Europe/Samara', 'МСК+1', 'Самара', 'UTC+4', 'Europe/Astrakhan', 'Europe/Saratov', 'Europe/Ulyanovsk'),
  choice('Asia/Yekaterinburg', 'МСК+2', 'Екатеринбург', 'UTC+5'),
  choice('Asia/Omsk', 'МСК+3', 'Омск', 'UTC+6'),
  choice(
    'Asia/Krasnoyarsk',
    'МСК+4',
    'Красноярск',
    'UTC+7',
    'Asia/Novosibirsk',
    'Asia/Barnaul',
    'Asia/Tomsk',
    'Asia/Novokuznetsk',
  ),
  choice('Asia/Irkutsk', 'МСК+5', 'Иркутск', 'UTC+8'),
  choice('Asia/Yakutsk', 'МСК+6', 'Якутск', 'UTC+9', 'Asia/Chita', 'Asia/Khandyga'),
  choice('Asia/Vladivostok', 'МСК+7', 'Владивосток', 'UTC+10', 'Asia/Ust-Nera'),
  choice('Asia/Magadan', 'МСК+8', 'Магадан', 'UTC+11', 'Asia/Sakhalin', 'Asia/Srednekolymsk'),
  choice('Asia/Kamchatka', 'МСК+9', 'Камчатка', 'UTC+12', 'Asia/Anadyr'),
] as const;

/** The codes of a list, as a type. */
export type CodeOf<List extends readonly Choice[]> = List[number]['code'];
