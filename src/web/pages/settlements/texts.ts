import type { CloseReason, SettlementStatus } from '#domain/settlements/settlement.ts';
import type { Side } from '#domain/values/machine.ts';

/** The words of the pages of settlements. */
export const texts = {
  sides: { individual: 'Заёмщик', creditor: 'Кредитор' } satisfies Record<Side, string>,
  card: {
    section: 'Урегулирования',
    parties: (debtor: string, creditor: string) => `${debtor} ↔ ${creditor}`,
    figures: {
      debt: (day: string) => `Долг на ${day}`,
      offer: (side: Side) => (side === 'individual' ? 'Предложение заёмщика, всего' : 'Предложение кредитора, всего'),
      noOffer: 'Предложение',
      agreed: 'Согласовано',
      discount: 'Скидка',
      paid: 'Оплачено',
      penalty: 'Неустойка к оплате',
      plan: 'План',
      round: 'Раунд',
    },
    cost: 'Сколько стоит предложение',
    rounds: (round: number, most: number) => `${round} из ${most}`,
    tabs: { payments: 'Платежи', bargain: 'Торги', schedule: 'График', agreement: 'Соглашение', debt: 'Долг' },
    request: 'Открыть заявку',
    claim: 'Открыть запись реестра',
    price: (why: string) =>
      `Соглашение заключено до проверки цены по закону: ${why}. Новым графиком его можно сделать только дешевле.`,
  },
  turn: {
    yours: 'Ваш ход.',
    answer: (until: string) => `Ответьте ${until}.`,
    noOffer: 'Предложений на столе нет: условия может предложить любая сторона.',
    lastRound: 'Раунды кончились: нового предложения сделать нельзя.',
    theirs: (side: Side) => (side === 'individual' ? 'Ход заёмщика.' : 'Ход кредитора.'),
    waits: (until: string) => `Ждём ответа ${until}.`,
    concluded: (day: string) => `Соглашение подписано ${day}.`,
    pause: (months: string) => `Заёмщик просит паузу на ${months}: согласитесь или откажите.`,
    pauseAsked: (months: string) => `Ход кредитора. Заёмщик попросил паузу на ${months}, ждём ответа.`,
    changed: (day: string, last: string) => `Соглашение подписано ${day}, график изменён ${last}.`,
    stopped: {
      own: 'Торги закончены: вы их прекратили.',
      individual: 'Торги закончены: их прекратил заёмщик.',
      creditor: 'Торги закончены: их прекратил кредитор.',
    },
    closed: {
      fulfilled: 'Соглашение исполнено.',
      paid_outside: 'Соглашение исполнено: долг оплачен вне платформы.',
      withdrawn: 'Торги закончены: их прекратила одна из сторон.',
      expired: 'Торги закончены: истёк их срок.',
      breached: 'Соглашение расторгнуто за нарушение.',
      cancelled: 'Урегулирование отменено.',
    } satisfies Record<CloseReason, string>,
  },
  timeline: {
    title: 'Ход торгов',
    lead: 'каждая сторона предлагает не хуже, чем раньше',
    round: (round: number, most: number) => (round === 0 ? `до ${most} предложений` : `раунд ${round} из ${most}`),
    offered: (side: Side, sum: string) =>
      `${side === 'individual' ? 'Заёмщик предложил' : 'Кредитор предложил'} ${sum}`,
    terms: (shape: string, day: string) => `${shape}, первый ${day}`,
    discount: (share: string) => `скидка ${share}`,
    until: (until: string) => `ждёт ответа до ${until}`,
    rejected: (reason: string) => `Почему условия не подошли: ${reason}`,
    opened: 'Торги открыты',
    openedBy: (day: string) => `долг взят на ${day}`,
    signed: 'Соглашение заключено',
    signedBy: (names: string) => `подписали ${names}`,
    stopped: { individual: 'Прекратил заёмщик', creditor: 'Прекратил кредитор' } satisfies Record<Side, string>,
    ended: 'Торги закончены',
    closed: 'Урегулирование закрыто',
  },
  terms: {
    title: 'Условия рядом',
    what: 'Условие',
    none: 'не предлагал',
    total: 'Всего к оплате',
    rate: 'Ставка',
    fullCost: 'ПСК',
    forgiven: 'Прощается',
    payments: 'Платежей',
    first: 'Первый',
    last: 'Последний',
    penalty: 'Неустойка',
    noPenalty: 'нет',
    apart: (sum: string) => `Между сторонами ${sum}.`,
  },
  schedule: {
    title: 'График',
    offered: 'График по предложению',
    agreed: 'График по соглашению',
    none: 'Графика пока нет.',
  },
  debt: {
    title: 'Структура долга',
    asOf: (day: string, status: SettlementStatus, isSigned: boolean) => {
      if (status === 'closed')
        return `Долг на ${day}, ${isSigned ? 'каким его назвало соглашение' : 'о котором шли торги'}.`;
      const what = isSigned ? 'о котором договорились' : 'о котором договариваются';
      return `Долг на ${day}, ${what}: сам по себе он здесь не растёт.`;
    },
  },
  accept: {
    action: (sum: string, payments: string) => `Принять: всего ${sum} ${payments}`,
    title: 'Примите условия',
    what: (sum: string, shape: string, day: string) =>
      `Вы принимаете условия: всего ${sum}, ${shape}, первый платёж ${day}.`,
    andFee: (shape: string) => `${shape} и вознаграждение платформы`,
    binding: 'Соглашение будет заключено сразу, как только вы введёте код.',
    sign: 'Подписать и принять',
    done: 'Соглашение заключено',
  },
  moves: {
    more: 'Ещё действия',
    counter: 'Встречное предложение',
    offer: 'Предложить условия',
    reject: 'Отклонить предложение',
    rejectLead: 'Другая сторона увидит причину и сможет предложить другие условия.',
    rejected: 'Предложение отклонено',
    recall: 'Отозвать предложение',
    recallAsk: 'Отозвать ваше предложение? Потом можно сделать новое, но не хуже прежнего.',
    recalled: 'Предложение отозвано',
    stop: 'Прекратить торги',
    stopLead: 'Торги закончатся без соглашения. По этому долгу можно будет подать новую заявку.',
    stopped: 'Торги прекращены',
    reason: 'Причина',
    reasonHint: 'Не меньше 3 знаков',
  },
};
