import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { issuedDocumentMachine } from '../documents/issued-document.ts';
import { paymentMachine } from '../money/payment.ts';
import { ARCHIVABLE, requestMachine, requestShown } from '../negotiation/request.ts';
import { simpleRequestMachine } from '../negotiation/simple-request.ts';
import { termsOfferMachine } from '../negotiation/terms-offer.ts';
import { ACTORS, type Machine } from '../values/machine.ts';
import { feedbackMachine } from './feedback.ts';
import { scheduleItemMachine } from './schedule-item.ts';
import { awaitedSide, FOLLOWING_MOVES, type FollowingMove, settlementMachine, settlementShown } from './settlement.ts';

type Tested = {
  machine: Machine<string, string>;
  starts: string;
  labels: Record<string, string>;
  /** «move: from, from → to / actor, actor», as the tables of the domain rules read. */
  moves: string[];
  ends: string[];
};

const FOLLOWING = [
  'followAccept: negotiation → waiting_for_payment / system',
  'followReopen: waiting_for_payment → negotiation / system',
  'followPayOff: waiting_for_payment → paid / system',
  'followReturn: paid → waiting_for_payment / system',
  'followClose: negotiation, waiting_for_payment, paid → closed / system',
];

const MACHINES: Tested[] = [
  {
    machine: requestMachine,
    starts: 'waiting, search, pending',
    labels: {
      waiting: 'В ожидании',
      search: 'Поиск кредитора',
      pending: 'На согласовании',
      negotiation: 'Торги',
      waiting_for_payment: 'Ожидание оплаты',
      paid: 'Оплачена',
      closed: 'Закрыта',
    },
    moves: [
      'complete: waiting → search / system',
      'match: search → pending / system, individual',
      'invite: search → search / operator:manager, administrator',
      'confirm: pending → negotiation / manager, head',
      'decline: pending → search / manager, head',
      'timeOut: pending → search / system',
      'withdraw: waiting, search, pending → closed / individual, operator:manager',
      ...FOLLOWING,
      'searchAgain: negotiation → search / system',
    ],
    ends: ['closed'],
  },
  {
    machine: settlementMachine,
    starts: 'negotiation',
    labels: { negotiation: 'Торги', waiting_for_payment: 'Ожидание оплаты', paid: 'Оплачено', closed: 'Закрыто' },
    moves: [
      'offer: negotiation → negotiation / individual, manager, head, system',
      'accept: negotiation → waiting_for_payment / individual, manager, head, system',
      'rejectOffer: negotiation → negotiation / individual, manager, head',
      'withdrawOffer: negotiation → negotiation / individual, manager, head',
      'expireOffer: negotiation → negotiation / system',
      'withdraw: negotiation → closed / individual, manager, head',
      'expire: negotiation → closed / system',
      'payPart: waiting_for_payment → waiting_for_payment / partner, system',
      'reschedule: waiting_for_payment → waiting_for_payment / individual, manager, head',
      'shiftPayment: waiting_for_payment → waiting_for_payment / individual',
      'payOff: waiting_for_payment → paid / partner, system',
      'payOutside: waiting_for_payment → paid / accountant, head, individual',
      'breach: waiting_for_payment → closed / system, head',
      'cancel: negotiation, waiting_for_payment → closed / system',
      'reopen: waiting_for_payment → negotiation / individual, head',
      'fulfil: paid → closed / accountant, head, system',
      'returnMoney: waiting_for_payment, paid → waiting_for_payment / partner, operator:accountant',
    ],
    ends: ['closed'],
  },
  {
    machine: simpleRequestMachine,
    starts: 'negotiation',
    labels: { negotiation: 'Торги', waiting_for_payment: 'Ожидание оплаты', paid: 'Оплачено', closed: 'Закрыто' },
    moves: FOLLOWING,
    ends: ['closed'],
  },
  {
    machine: termsOfferMachine,
    starts: 'active',
    labels: {
      active: 'Ждёт ответа',
      accepted: 'Принято',
      superseded: 'Заменено новым',
      rejected: 'Отклонено',
      expired: 'Истекло',
      withdrawn: 'Отозвано',
    },
    moves: [
      'accept: active → accepted / individual, manager, head, system',
      'supersede: active → superseded / individual, manager, head, system',
      'reject: active → rejected / individual, manager, head, system',
      'expire: active → expired / system',
      'withdraw: active → withdrawn / individual, manager, head, system',
    ],
    ends: ['accepted', 'superseded', 'rejected', 'expired', 'withdrawn'],
  },
  {
    machine: scheduleItemMachine,
    starts: 'planned',
    labels: {
      planned: 'Предстоит',
      due: 'Срок сегодня',
      overdue: 'Просрочен',
      paid: 'Оплачен',
      cancelled: 'Отменён',
    },
    moves: [
      'fallDue: planned → due / system',
      'fallOverdue: planned, due → overdue / system',
      'payOff: planned, due, overdue → paid / system, partner',
      'reopen: paid → planned / system',
      'cancel: planned, due, overdue → cancelled / system',
    ],
    ends: ['cancelled'],
  },
  {
    machine: paymentMachine,
    starts: 'created',
    labels: {
      created: 'Создан',
      processing: 'В обработке',
      succeeded: 'Зачислен',
      failed: 'Не прошёл',
      cancelled: 'Отменён',
      partially_refunded: 'Возвращён частично',
      refunded: 'Возвращён',
    },
    moves: [
      'send: created → processing / system, partner',
      'succeed: created, processing, cancelled, failed → succeeded / partner, system, individual, head, accountant',
      'fail: created, processing → failed / partner, system, individual, head, accountant',
      'cancel: created → cancelled / individual, system, head, accountant',
      'refundPart: succeeded, partially_refunded → partially_refunded / operator:accountant, partner',
      'refund: succeeded, partially_refunded → refunded / operator:accountant, partner',
    ],
    ends: ['refunded'],
  },
  {
    machine: feedbackMachine,
    starts: 'none',
    labels: { none: 'Нет отзыва', moderation: 'На модерации', published: 'Опубликован', rejected: 'Отклонён' },
    moves: [
      'write: none → moderation / individual',
      'edit: moderation, published, rejected → moderation / individual',
      'publish: moderation → published / administrator, operator:manager',
      'reject: moderation → rejected / administrator, operator:manager',
    ],
    ends: [],
  },
  {
    machine: issuedDocumentMachine,
    starts: 'issued',
    labels: { issued: 'Действует', terminated: 'Расторгнуто', revoked: 'Отозван' },
    moves: [
      'terminate: issued → terminated / system, head',
      'revoke: issued → revoked / system, operator:accountant, administrator',
    ],
    ends: ['terminated', 'revoked'],
  },
];

type Written = { move: string; from: string[]; to: string; by: string[] };

function read(line: string): Written {
  const [, move = '', from = '', to = '', by = ''] = /^(\w+): (.+) → (\w+) \/ (.+)$/.exec(line) ?? [];
  return { move, from: from.split(', '), to, by: by.split(', ') };
}

describe.each(MACHINES.map((tested) => [tested.machine.name, tested] as const))('%s', (_, tested) => {
  const { machine } = tested;
  const table = tested.moves.map(read);

  test('statuses and labels', () => {
    expect(Object.fromEntries(machine.statuses.map((status) => [status, machine.label(status)]))).toEqual(
      tested.labels,
    );
    expect(machine.starts.join(', ')).toBe(tested.starts);
  });

  test('the table names every move', () => expect(table.map(({ move }) => move)).toEqual(Object.keys(machine.moves)));

  test.each(tested.moves)('%s, and by nobody else from nowhere else', (line) => {
    const { move, from, to, by } = read(line);
    expect(machine.moves[move]?.to).toBe(to);
    for (const status of machine.statuses) {
      expect(machine.canMove(status, move), status).toBe(from.includes(status));
      for (const actor of ACTORS) {
        const open = machine.movesOpenTo(status, actor).includes(move);
        expect(open, `${status} ${actor}`).toBe(from.includes(status) && by.includes(actor));
      }
    }
  });

  test('every status is reachable, and only the ends are ends', () => {
    expect(machine.reachable().toSorted()).toEqual(machine.statuses.toSorted());
    const ends = machine.statuses.filter((status) => table.every(({ from }) => !from.includes(status)));
    expect(ends).toEqual(tested.ends);
  });

  test('random walks of anybody stay within the table', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(machine.moves)), fc.constantFrom(...ACTORS)), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.constantFrom(...machine.starts), steps, (start, walk) => {
        let status = start;
        for (const [move, actor] of walk) {
          const legal = table.some((row) => row.move === move && row.from.includes(status) && row.by.includes(actor));
          if (machine.movesOpenTo(status, actor).includes(move) !== legal) return false;
          if (legal) status = machine.moves[move]?.to ?? status;
        }
        return machine.isStatus(status);
      }),
      { numRuns: 1000 },
    );
  });
});

test('the side of the creditor has no waiting and seeks the debtor', () => {
  expect(requestMachine.statusesFor('creditor')).toEqual(
    requestMachine.statuses.filter((status) => status !== 'waiting'),
  );
  expect(requestMachine.label('search', 'creditor')).toBe('Поиск заёмщика');
});

test('a request can follow its settlement wherever it goes', () => {
  for (const move of Object.values(settlementMachine.moves)) {
    for (const from of move.from) {
      if (from === move.to) continue;
      const following = (Object.keys(FOLLOWING_MOVES) as FollowingMove[]).filter(
        (one) =>
          requestMachine.canMove(from, one) &&
          simpleRequestMachine.canMove(from, one) &&
          requestMachine.moves[one].to === move.to,
      );
      expect(following, `${from} → ${move.to}`).toHaveLength(1);
    }
  }
});

test('marks over statuses', () => {
  expect(ARCHIVABLE).toEqual(['closed', 'waiting', 'search']);
});

test('a closed settlement is called by how it ended', () => {
  const label = (...of: Parameters<typeof settlementShown>) => settlementShown(...of).label;
  expect(label('closed', 'fulfilled')).toBe('Исполнено');
  expect(label('closed', 'paid_outside')).toBe('Исполнено');
  expect(settlementShown('closed', 'breached')).toEqual({ label: 'Расторгнуто', tone: 'danger' });
  expect(label('closed', 'expired')).toBe('Торги закончены');
  expect(label('closed', 'cancelled')).toBe('Прекращено');
  expect(label('closed', 'claim_withdrawn')).toBe('Прекращено');
  expect(label('paid', null)).toBe('Оплачено');
});

test('a settlement that stands still is called so, whoever reads of it; one that is over does not', () => {
  expect(settlementShown('waiting_for_payment', null, { standsStill: true })).toEqual({
    label: 'Платежи остановлены',
    tone: 'warning',
  });
  expect(settlementShown('negotiation', null, { standsStill: true }).label).toBe('Торги остановлены');
  expect(settlementShown('waiting_for_payment', null, { standsStill: false }).label).toBe('Ожидание оплаты');
  expect(settlementShown('paid', null, { standsStill: true }).label).toBe('Оплачено');
  expect(settlementShown('closed', 'fulfilled', { standsStill: true }).label).toBe('Исполнено');
});

test('who is late is called so, in a request as in its settlement, unless his payments stand still', () => {
  const late = { label: 'Просрочка', tone: 'danger' };
  expect(settlementShown('waiting_for_payment', null, { isLate: true })).toEqual(late);
  expect(settlementShown('waiting_for_payment', null, { isLate: true, standsStill: true }).label).toBe(
    'Платежи остановлены',
  );
  expect(settlementShown('paid', null, { isLate: true }).label).toBe('Оплачено');
  const request = { status: 'waiting_for_payment', closeReason: null, startedBy: 'individual' } as const;
  expect(requestShown({ ...request, isLate: true })).toEqual(late);
  expect(requestShown({ ...request, isLate: false }).label).toBe('Ожидание оплаты');
});

test('a request whose agreement has ended is called by how that ended, any other by its status', () => {
  const of = { status: 'closed', startedBy: 'individual' } as const;
  expect(requestShown({ ...of, closeReason: 'breached' })).toEqual({ label: 'Расторгнуто', tone: 'danger' });
  expect(requestShown({ ...of, closeReason: 'fulfilled' })).toEqual({ label: 'Исполнено', tone: 'success' });
  expect(requestShown({ ...of, closeReason: 'claim_withdrawn' })).toEqual({ label: 'Прекращено', tone: 'neutral' });
  expect(requestShown({ ...of, closeReason: 'withdrawn' })).toEqual({ label: 'Закрыта', tone: 'neutral' });
  const still = {
    status: 'waiting_for_payment',
    closeReason: null,
    startedBy: 'individual',
    standsStill: true,
  } as const;
  expect(requestShown(still)).toEqual({ label: 'Платежи остановлены', tone: 'warning' });
  const sought = { status: 'search', closeReason: null, startedBy: 'creditor' } as const;
  expect(requestShown(sought).label).toBe('Поиск заёмщика');
});

test.each([
  ['an offer on the table is answered by the other side', 'negotiation', 'creditor', true, 'creditor'],
  ['with nothing on the table either may begin, whoever offered last', 'negotiation', 'creditor', false, 'either'],
  ['what is proposed about an agreement waits for an answer', 'waiting_for_payment', 'creditor', true, 'creditor'],
  ['a pause is answered by the creditor, without an offer', 'waiting_for_payment', 'creditor', false, 'creditor'],
  ['an agreement that runs waits for nobody', 'waiting_for_payment', null, false, null],
  ['nor does a closed one', 'closed', 'creditor', false, null],
] as const)('%s', (_, status, turn, hasOffer, awaited) => {
  expect(awaitedSide({ status, turn, hasOffer })).toBe(awaited);
});
