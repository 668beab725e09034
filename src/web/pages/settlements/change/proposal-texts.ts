import type { Side } from '#domain/values/machine.ts';

/** The words of what is proposed about an agreement in force, and of the ways to propose it. */
export const proposalTexts = {
  title: 'Изменить соглашение',
  lead: {
    individual:
      'Если платить по графику не получается, предложите кредитору другой: он вступит в силу, когда его подпишут обе стороны.',
    creditor: 'Предложите заёмщику другой график на остаток: он вступит в силу, когда его подпишут обе стороны.',
  } satisfies Record<Side, string>,
  reschedule: 'Предложить новый график',
  reopen: 'Отменить соглашение',
  now: 'Сейчас',
  next: 'Станет',
  proposal: {
    title: { addendum: 'Предложен новый график', annulment: 'Предложено отменить соглашение' },
    by: (side: Side, until: string) =>
      `${side === 'individual' ? 'Предложил заёмщик' : 'Предложил кредитор'}. Ответ ждут ${until}.`,
    yours: (until: string) => `Это ваше предложение. Ждём ответа ${until}.`,
    annuls: 'Соглашение будет отменено документом с подписями обеих сторон, торги начнутся заново.',
    accept: {
      addendum: (total: string) => `Подписать новый график: всего ${total}`,
      annulment: () => 'Согласиться на отмену',
    },
    acceptTitle: { addendum: 'Подпишите новый график', annulment: 'Подпишите отмену соглашения' },
    acceptWhat: {
      addendum: (side: Side, shape: string, day: string) =>
        `Вы соглашаетесь${side === 'individual' ? ' платить остаток так' : ', что заёмщик платит остаток так'}: ${shape}, первый платёж ${day}.`,
      annulment: () => 'Вы соглашаетесь отменить соглашение и вернуться к торгам.',
    },
    acceptBinding: 'Изменение вступит в силу сразу, как только вы введёте код.',
    sign: 'Подписать',
    accepted: { addendum: 'Новый график действует', annulment: 'Соглашение отменено, торги возобновлены' },
    recall: 'Отозвать предложение',
    recallAsk: 'Отозвать ваше предложение? Соглашение останется прежним.',
    recalled: 'Предложение отозвано',
    offered: {
      addendum: (side: Side, shape: string) =>
        `${side === 'individual' ? 'Заёмщик предложил' : 'Кредитор предложил'} новый график: ${shape}`,
      annulment: (side: Side) =>
        `${side === 'individual' ? 'Заёмщик предложил' : 'Кредитор предложил'} отменить соглашение`,
    },
    why: (reason: string) => `Причина: ${reason}`,
  },
  turn: {
    mine: (until: string) => `Другая сторона предложила изменить соглашение. Ответьте ${until}.`,
    theirs: (until: string) => `Предложено изменить соглашение, ждём ответа ${until}.`,
  },
  former: (day: string) => `Прежний график, до ${day}`,
  current: 'График по дополнительному соглашению',
};
