import { formatDayOf } from '#web/ui/format.ts';

/** The words of the page on which the partner's statement is compared with our records. */
export const texts = {
  title: 'Сверка с партнёром',
  runs: {
    title: 'Сверки',
    lead: 'Выписка партнёра за день сравнивается с нашими платежами, возвратами и выплатами. За вчера это делается само после полуночи.',
    day: 'День',
    run: 'Сверить день',
    done: ({ day, movements, differences }: { day: string; movements: number; differences: number }) =>
      differences > 0
        ? `Расхождений: ${differences}`
        : movements === 0
          ? `За ${formatDayOf(day)} движений не было`
          : 'Всё сошлось',
    empty: 'Движений не было',
    movements: 'Движений',
    matched: 'Сошлось',
    differences: 'Расхождений',
    closing: 'Остаток у партнёра,\u00a0₽',
    ownClosing: 'Остаток по книге,\u00a0₽',
    when: 'Когда',
    by: 'Кто',
    clock: 'Само',
    none: 'Сверок ещё не было.',
  },
  columns: {
    day: 'День',
    kind: 'Что не сходится',
    movement: 'Движение',
    payment: 'Платёж',
    settlement: 'Соглашение',
    payout: 'Выплата',
    purpose: 'Назначение',
    theirs: 'У партнёра,\u00a0₽',
    ours: 'У нас,\u00a0₽',
    status: 'Состояние',
    statementId: '№ у партнёра',
    replacedLine: 'Прежний № у партнёра',
    decision: 'Решение',
    booked: 'Учтено в книге как',
    comment: 'Пояснение',
    decidedBy: 'Кто решил',
    decidedAt: 'Когда решили',
  },
  movements: {
    payment: 'Платёж',
    refund: 'Возврат',
    transfer: 'Перевод',
    commission: 'Комиссия',
    payout: 'Выплата',
  },
  searchHint: '№ платежа, соглашения, выплаты или движения, назначение',
  counted: (total: number) => `расхождений: ${total.toLocaleString('ru-RU')}`,
  empty: 'Расхождений нет.',
  waits: 'Решение ждёт второго человека: «Решения вдвоём»',
  proposal: (maker: string | null) =>
    maker === null ? 'Предложено второму человеку' : `Предложил второму человеку: ${maker}`,
  outcomes: { pending: 'Ждёт решения', approved: 'Утверждено', rejected: 'Отклонено', expired: 'Снято без решения' },
  reissued: (line: string) =>
    `Партнёр прислал эту строку заново: раньше у неё был № ${line}, и её деньги уже учтены. Второй раз их не учесть.`,
  gone: 'Этой строки в выписке больше нет, а её деньги учтены в книге.',
  separate: {
    button: 'Это разные строки',
    title: 'Это разные строки выписки',
    lead: (line: string, replaced: string) =>
      `Строку № ${line} приняли за исправленную строку № ${replaced}. Если это другой платёж, она станет новой и её деньги можно будет учесть. Деньги строки № ${replaced} останутся в книге: разберите её отдельно. Решит второй человек.`,
    comment: 'Почему это разные платежи',
    action: 'Разделить',
  },
  heldOther: (theirs: string, booked: string) =>
    `Партнёр исправил сумму: принято ${booked}, в выписке теперь ${theirs}. При зачёте учтётся новая сумма.`,
  proposed: 'Предложено: решит второй человек',
  decide: 'Разобрать',
  dialog: 'Разобрать расхождение',
  how: 'Что делаем',
  rest: (theirs: string, booked: string) =>
    `В выписке теперь ${theirs}, а в книге учтено ${booked}. Учтётся только разница, решит второй человек.`,
  parts: (back: string, fresh: string) =>
    `Сначала из расходов вернётся ${back}: столько по этой строке списали. Куда зачесть, решаете только про ${fresh}.`,
  number: '№ соглашения',
  numberHint: 'Например, У-2026-000001. Деньги зачтутся по его графику, лишнее станет переплатой.',
  invoice: '№ счёта',
  invoiceHint: 'Например, СЧ-2026-000001. Лишнее станет авансом плательщика.',
  payer: (creditor: string, open: string) => `Плательщик: ${creditor}. Осталось оплатить ${open}.`,
  cancelled: 'Этот счёт аннулирован: деньги в него не зачесть.',
  noInvoice: 'Такого счёта нет.',
  byTwo: 'В назначении этого номера нет, поэтому решит второй человек.',
  comment: 'Пояснение',
  commentHint: 'Его прочтут те, кто вернётся к этому дню.',
  decided: 'Расхождение разобрано',
};
