import { describe, expect, test } from 'vitest';
import { outsideWords } from './debt-news.ts';
import {
  CHANNELS,
  type Channel,
  eventsFor,
  isChoice,
  isNotificationEvent,
  isSent,
  NOTIFICATION_EVENTS,
  notificationEvents,
  type PersonKind,
  wayOf,
  whyFixed,
} from './notification-event.ts';

const kinds: PersonKind[] = ['individual', 'employee', 'operator'];
const channels = Object.keys(CHANNELS) as Channel[];
const everyCell = notificationEvents.flatMap((event) =>
  kinds.flatMap((kind) => channels.map((channel) => ({ event, kind, channel, way: wayOf(event, kind, channel) }))),
);

describe('the table of notifications', () => {
  test('each event is told to somebody, has words of its own and is unlike every other', () => {
    for (const event of notificationEvents) expect(NOTIFICATION_EVENTS[event].to.length, event).toBeGreaterThan(0);
    const labels = notificationEvents.map((event) => NOTIFICATION_EVENTS[event].label);
    expect(new Set(labels).size).toBe(labels.length);
    for (const kind of kinds) expect(eventsFor(kind).length, kind).toBeGreaterThan(8);
  });

  test('the cabinet has everything that somebody is told, and nobody switches it off', () => {
    for (const { event, kind, channel, way } of everyCell.filter((cell) => cell.channel === 'page')) {
      expect(way !== undefined, `${event} ${kind}`).toBe(eventsFor(kind).includes(event));
      expect(isChoice(way), `${event} ${channel}`).toBe(false);
    }
  });

  test('what is no choice says why, in a sentence without a full stop', () => {
    const reasons = everyCell.flatMap(({ way }) => (way === undefined ? [] : (whyFixed(way) ?? [])));
    expect(reasons.length).toBeGreaterThan(20);
    for (const reason of reasons) expect(reason).toMatch(/^[А-ЯЁ].{15,}[^.]$/u);
  });

  test('outside the cabinet no debt, sum or name is said', () => {
    for (const event of notificationEvents) {
      expect(outsideWords(event, 'employee'), event).toMatch(/^[А-ЯЁ][а-яё ,:]+$/u);
      expect(outsideWords(event, 'employee'), event).not.toMatch(
        /долг|задолженн|просроч|кредит|платить|приста|₽|суд/iu,
      );
      expect(outsideWords(event, 'individual'), event).not.toMatch(/урегулир|заявк|предложен|соглашен|торг/iu);
    }
  });

  test('a debtor is told of debts outside only where he has said so, and no letter goes around the consents', () => {
    for (const event of ['claim.changed', 'settlement.due', 'settlement.breach'] as const) {
      expect(isChoice(wayOf(event, 'individual', 'letter')), event).toBe(false);
      expect(wayOf(event, 'individual', 'sms'), event).toBeUndefined();
      for (const channel of ['push', 'messenger'] as const) {
        expect(wayOf(event, 'individual', channel), `${event} ${channel}`).toBe('off');
      }
    }
  });

  test('nobody gets an SMS without having asked for it, and letters of what has to be acted upon alone', () => {
    const bySms = everyCell.filter(({ channel, way }) => channel === 'sms' && way !== undefined);
    expect(bySms.length).toBeGreaterThan(5);
    expect(new Set(bySms.map(({ way }) => way))).toEqual(new Set(['off']));
    const letters = everyCell.filter(({ channel, way }) => channel === 'letter' && way === 'on');
    expect(letters.map(({ event, kind }) => `${event} ${kind}`)).toEqual([
      'request.moved individual',
      'request.answer employee',
      'settlement.offer employee',
      'settlement.concluded employee',
      'settlement.due employee',
      'settlement.breach employee',
      'settlement.ended employee',
      'money.unclear operator',
      'verification individual',
      'verification employee',
      'complaint individual',
    ]);
  });

  test('of an event that only a newer node knows nothing is said', () => {
    expect(isNotificationEvent('settlement.newer')).toBe(false);
    expect(outsideWords('settlement.newer', 'employee')).toBe('В кабинете есть новое');
  });

  test('nobody is offered what he is never told', () => {
    expect(wayOf('approval', 'individual', 'push')).toBeUndefined();
    expect(wayOf('approval', 'individual', 'page')).toBeUndefined();
    expect(wayOf('approval', 'operator', 'push')).toBe('on');
  });

  test('a choice goes before the table, and what is obligatory goes whatever was chosen', () => {
    expect([isSent('on', undefined), isSent('on', false), isSent('off', undefined), isSent('off', true)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(isSent({ always: 'Так надо' }, false)).toBe(true);
    expect(isSent({ own: 'Модуль пишет сам' }, true)).toBe(false);
    expect(isSent({ elsewhere: 'В согласиях' }, true)).toBe(false);
    expect(isSent(undefined, true)).toBe(false);
  });
});
