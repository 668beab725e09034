import type { RequestStatus } from '#domain/negotiation/request.ts';
import type { DeclaredStatus } from '#domain/registries/registry-entry.ts';

/** The words with which a person sees his own requests and settlements. */
export const ownTexts = {
  request: {
    contract: (number: string) => `Договор № ${number}`,
    noContract: 'Номер договора пока не указан',
    wants: (sum: string) => `Вы готовы заплатить ${sum}`,
    answerBy: (day: string) => `Кредитор ответит до\u00A0${day}`,
    open: 'Открыть заявку',
    finish: 'Дополнить заявку',
    /** To what the request has led, by its status. */
    toSettlement: (status: RequestStatus) => (status === 'negotiation' ? 'Перейти к торгам' : 'Перейти к соглашению'),
    seeSettlement: 'Посмотреть договорённость',
    steps: {
      waiting: 'Заявка пока черновик: дополните её и отправьте.',
      search: 'Ищем кредитора. Когда он найдётся, придёт уведомление в кабинете.',
      pending: 'Заявка у кредитора. Вам ничего делать не нужно: об ответе придёт уведомление в кабинете.',
      negotiation: 'Кредитор подтвердил долг. Договоритесь с ним об условиях.',
      waiting_for_payment: 'Соглашение заключено. Платите по графику.',
      paid: 'Всё оплачено. Кредитор подтвердит это и выдаст справку.',
      closed: 'Заявка закрыта.',
    } satisfies Record<RequestStatus, string>,
    closed: (reason: string) => `Заявка закрыта: ${reason.toLowerCase()}.`,
    stopped: 'Заявка закрыта: торги по ней прекращены.',
    withdrawn: {
      individual: 'Заявка закрыта: вы сами отозвали её до торгов.',
      operator: 'Заявка закрыта: до торгов её закрыл оператор площадки. Причина — в истории заявки.',
    },
  },
  simple: {
    steps: {
      search: 'Такого кредитора на площадке пока нет. Когда он появится и ответит, вы увидите это здесь.',
      'creditor-notified': 'Кредитор знает о запросе. Когда он пришлёт долг, вы увидите его здесь и в «Моих долгах».',
      'registry-loaded': 'Кредитор прислал долг: посмотрите сумму и подайте заявку.',
    } satisfies Record<DeclaredStatus, string>,
    declined:
      'Кредитор ответил, что такого долга у него нет. Больше его не спрашиваем; если он всё же пришлёт долг, вы увидите его здесь.',
    openClaim: 'Посмотреть долг',
  },
  settlement: {
    debt: (sum: string) => `Долг ${sum}`,
    andFee: '+ вознаграждение платформы',
    paid: (sum: string) => `Уже оплачено ${sum}`,
    yours: 'Ваш ход: ответьте кредитору',
    yoursFirst: 'Торги открыты: предложите свои условия',
    theirs: 'Кредитор думает над вашим предложением',
    proposed: 'Ваш ход: кредитор предложил изменить соглашение, ответьте',
    agreed: (sum: string, count: string) => `Договорились на ${sum}: ${count}`,
    restored: 'Соглашение расторгнуто, скидка не действует: это остаток долга',
    statedMore: (sum: string, day: string) => `Кредитор заявляет больше: ${sum} на\u00A0${day}.`,
    seeDebt: 'Подробнее о долге',
    how: 'Как заплатить',
    pay: 'Заплатить',
    open: 'Открыть',
    answer: 'Ответить кредитору',
    offer: 'Предложить условия',
    offered: { individual: 'Ваше предложение', creditor: 'Предложение кредитора' },
  },
  titles: { settlements: 'Мои договорённости', requests: 'Мои заявки' },
  all: (count: number) => `Все: ${count}`,
  first: {
    late: (overdue: string | undefined, isDiscounted: boolean) =>
      `По соглашению ${overdue ? `просрочено ${overdue}` : 'есть просрочка'}. Заплатите всё просроченное, чтобы ${isDiscounted ? 'скидка осталась' : 'соглашение не расторгли'}.`,
    restored: 'Соглашение расторгнуто, долг нужно заплатить кредитору. Посмотрите, сколько, куда и до какого дня.',
    proposed:
      'Кредитор предложил изменить соглашение. Прочитайте, что предлагают, и ответьте: иначе оно останется прежним.',
    answer: 'Кредитор предложил условия. Посмотрите их и ответьте.',
    offer: 'Кредитор подтвердил долг. Предложите, сколько и как вы готовы платить.',
    draft: 'У вас есть неотправленная заявка. Дополните её и отправьте кредитору.',
  },
};
