import type { InterestRight } from '../parties/interest-right.ts';
import { choice } from '../values/choice.ts';

/** The lists a cell of a registry chooses from. Case, «ё» and extra spaces of what is typed never matter. */

/** Вид договора (docs/domain.md §14, column 19). */
export const contractKinds = [
  choice('consumer', 'Потребкредит', 'потребительский кредит', 'потребительский заем', 'кредит', 'кредит наличными'),
  choice('microloan', 'Микрозайм', 'микрозаем', 'займ', 'заем', 'МФО', 'PDL', 'installment'),
  choice('card', 'Карта', 'кредитная карта', 'овердрафт'),
  choice('utilities', 'ЖКУ', 'ЖКХ', 'коммунальные услуги', 'жилищно-коммунальные услуги'),
  choice('telecom', 'Связь', 'услуги связи', 'телеком'),
  choice('other', 'Прочее', 'другое', 'иное'),
] as const;

export type ContractKind = (typeof contractKinds)[number]['code'];

const creditKinds: readonly unknown[] = ['consumer', 'microloan', 'card'] satisfies ContractKind[];

/**
 * Whether a contract is a consumer's credit, for which the law has ceilings. What is called «Прочее» is one where its company lends or
 * buys what others have lent: nobody loses the shields of the law by a word of his creditor (docs/decisions/0129).
 */
export const isConsumerCredit = (contractKind: unknown, right: InterestRight): boolean =>
  creditKinds.includes(contractKind) || (contractKind === 'other' && right !== 'none');

/** Whether a debt is for utilities or telecom: no loan, bears no interest, and its penalty has a law of its own. */
export const isForServices = (contractKind: ContractKind): boolean =>
  contractKind === 'utilities' || contractKind === 'telecom';

/**
 * Whether a debt is bargained about with the shields of a consumer's credit: so is also one that is called a debt for services by whoever
 * lends or has bought it, since that is his word alone (353-ФЗ, ст. 14; docs/decisions/0214).
 */
export const hasCreditShields = (contractKind: ContractKind, right: InterestRight): boolean =>
  isConsumerCredit(contractKind, right) || (isForServices(contractKind) && right !== 'none');

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
  choice('deceased', 'Умер', 'смерть', 'скончался', 'умерла'),
  choice('incapacitated', 'Недееспособен', 'недееспособный'),
  choice('hospital', 'Стационар', 'на стационарном лечении', 'больница'),
  choice('disabled_1', 'Инвалид I группы', 'инвалид 1 группы', 'инвалид первой группы'),
  choice('minor', 'Несовершеннолетний'),
] as const;
