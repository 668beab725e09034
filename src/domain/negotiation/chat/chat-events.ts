import type { SettlementMove } from '../../settlements/settlement.ts';
import type { RequestMove } from '../request.ts';
import type { ChatSide } from './chat.ts';

/** Moves of a request that its chat tells of; the others it makes with its settlement, which tells of them. */
type OwnRequestMove = Extract<RequestMove, 'confirm' | 'decline' | 'timeOut' | 'withdraw' | 'searchAgain'>;

/** Who has made it; null is the system itself. */
type By = ChatSide | null;

const NAMES = { individual: 'Заёмщик', creditor: 'Кредитор', operator: 'Оператор' } as const satisfies Record<
  ChatSide,
  string
>;

/** What somebody has done, and what is said of it where the system has done it by itself, as by a creditor's conditions. */
const did =
  (what: string, byItself: string) =>
  (by: By): string =>
    by === null ? byItself : `${NAMES[by]} ${what}`;

const requestMoves: Readonly<Record<OwnRequestMove, (by: By) => string>> = {
  confirm: () => 'Торги открыты',
  decline: () => 'Кредитор отклонил заявку',
  timeOut: () => 'Срок ответа кредитора истёк',
  withdraw: did('отозвал заявку', 'Заявка отозвана'),
  searchAgain: () => 'Торги закончены, ищем кредитора снова',
};

const settlementMoves: Readonly<Record<SettlementMove, (by: By) => string>> = {
  offer: did('предложил условия', 'Предложены условия'),
  accept: () => 'Соглашение заключено',
  rejectOffer: did('отклонил предложение', 'Предложение отклонено'),
  withdrawOffer: did('отозвал предложение', 'Предложение отозвано'),
  expireOffer: () => 'Срок предложения истёк',
  withdraw: did('прекратил торги', 'Торги прекращены'),
  expire: () => 'Торги закрыты: предложений не было',
  payPart: () => 'Поступил платёж',
  reschedule: () => 'График платежей изменён по согласию сторон',
  shiftPayment: () => 'Заёмщик перенёс один платёж на неделю',
  payOff: () => 'Поступил последний платёж',
  payOutside: () => 'Отмечена оплата вне платформы',
  breach: () => 'Соглашение расторгнуто за нарушение',
  cancel: (by) =>
    by === 'creditor'
      ? 'Кредитор отозвал требование: соглашение прекращено'
      : 'Соглашение прекращено: платить по нему больше не нужно',
  reopen: () => 'Соглашение отменено, торги возобновлены',
  fulfil: () => 'Обязательства исполнены',
  returnMoney: () => 'Оплата возвращена',
};

/** What happens to a chat itself. */
const own = {
  'chat.handed': () => 'Заявка передана кредитору',
  'chat.called': did('позвал оператора площадки', 'Оператора площадки позвали'),
  'chat.joined': () => 'Оператор площадки вступил в разговор',
  'chat.decided': () => 'Оператор площадки рассмотрел жалобу на сообщение',
} as const;

const byEvent = new Map<string, (by: By) => string>([
  ...Object.entries(requestMoves).map(([move, text]) => [`request.${move}`, text] as const),
  ...Object.entries(settlementMoves).map(([move, text]) => [`settlement.${move}`, text] as const),
  ...Object.entries(own),
]);

/** All moves that are told, as the database knows them: machine and move. */
export const TOLD_MOVES: readonly string[] = [...byEvent.keys()].filter((event) => !event.startsWith('chat.'));

/** What a message of the system says, but for those about a registry; null of one that this version does not know. */
export const eventText = (event: string, by: By): string | null => byEvent.get(event)?.(by) ?? null;

export type ChatEvent = keyof typeof own;
