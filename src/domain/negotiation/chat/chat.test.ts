import { describe, expect, test } from 'vitest';
import { type Day, toDay } from '../../values/days.ts';
import { isEditable, isRestorable, statusOfMessage } from './chat.ts';
import { eventText, TOLD_MOVES } from './chat-events.ts';
import { judgeTone } from './tone.ts';

const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 27, 8, minutes));

describe('a message', () => {
  test('is put right for a quarter of an hour, and only while it is there', () => {
    const message = { createdAt: at(0), deletedAt: null };
    expect([0, 15, 16].map((minute) => isEditable(message, at(minute)))).toEqual([true, true, false]);
    expect(isEditable({ createdAt: at(0), deletedAt: at(1) }, at(2))).toBe(false);
  });

  test('comes back for a day', () => {
    expect(isRestorable(null, at(0))).toBe(false);
    expect([24 * 60, 24 * 60 + 1].map((minute) => isRestorable(at(0), at(minute)))).toEqual([true, false]);
  });

  test('is read by another side alone', () => {
    const message = { no: 5, side: 'individual' } as const;
    const status = (...reads: Parameters<typeof statusOfMessage>[1]) => statusOfMessage(message, reads);
    expect(status()).toBe(2);
    expect(status({ side: 'individual', readNo: 9 })).toBe(2);
    expect(status({ side: 'creditor', readNo: 4 })).toBe(2);
    expect(status({ side: 'creditor', readNo: 5 })).toBe(3);
    expect(status({ side: 'operator', readNo: 5 })).toBe(3);
  });
});

test('each move that is told has words, whoever makes it', () => {
  for (const event of TOLD_MOVES) {
    for (const by of ['individual', 'creditor', 'operator', null] as const)
      expect(eventText(event, by)).toMatch(/^[А-ЯЁ]/);
  }
  expect(eventText('settlement.offer', 'creditor')).toBe('Кредитор предложил условия');
  expect(eventText('settlement.unknown', null)).toBeNull();
});

describe('the tone of a creditor', () => {
  const day = toDay('2026-11-27');
  test.each([
    'Мы расскажем вашим соседям',
    'позвоним на работу',
    'Вы мошенник',
    'Вас посадят',
    'Приедем и поговорим по-другому',
    'Приедем к вам домой, поговорим по-другому',
    'Поговорим по‑другому, когда приедем',
    'К вам приедут и объяснят по-плохому',
    'Сообщим о долге вашему начальнику',
    'Я расскажу вашим соседям',
    'Позвоню на работу',
    'Ваши соседи всё узнают',
    'Вы мо\u200Bшенник',
    'Вы мошенниk',
    'Сядете в тюрьму',
  ])('stops «%s»', (text) => expect(judgeTone(text, day)?.stops).toBe(true));

  test('asks once about pressure, and what is forbidden goes before it', () => {
    expect(judgeTone('Немедленно оплатите', day)?.stops).toBe(false);
    expect(judgeTone('Немедленно оплатите, мошенник', day)?.stops).toBe(true);
  });

  test.each([
    'Приедем домой',
    'Не заплатите — приедем к вам домой',
    'Домой к вам завтра приедем',
    'При­едем к тебе на квартиру',
    'Наши сотрудники приедут по месту жительства',
    'Выезжаем по вашему адресу',
    'Мы придём в вашу квартиру',
    'ПРИЕДУ НА ДОМ',
  ])('asks once about a threat to come home: «%s»', (text) => {
    expect(judgeTone(text, day)).toMatchObject({ stops: false, reason: expect.stringContaining('прийти домой') });
  });

  test.each([
    'Приедем на встречу в ваш офис, как договорились',
    'Письмо придёт по вашему адресу',
    'Когда придёте домой, прочитайте договор',
    'Приедем. Домофон не нужен: встретимся у нотариуса.',
    'Если хотите, поговорим о графике по-другому',
    'Добрый день! Пришлите, пожалуйста, справку о доходах.',
    'Договор подписан, вопрос закрыт',
    'Разговор о графике перенесём на понедельник',
    'Сообщим вам о решении завтра',
    'Остерегайтесь мошенников: платите только здесь',
    'Напишем ваши данные в договор',
    'Сообщим вашему представителю',
    'Сядете за стол переговоров с нами?',
    'Позвоним вам. Родственники могут помочь с оплатой.',
  ])('says nothing of «%s»', (text) => expect(judgeTone(text, day)).toBeNull());

  test('knows a rule from its day on', () => {
    expect(judgeTone('Вы мошенник', '2016-12-31' as Day)).toBeNull();
  });
});

test('a chat tells an agreement that the law has ended from one whose claim its creditor has withdrawn', () => {
  expect(eventText('settlement.cancel', null)).toContain('больше не нужно');
  expect(eventText('settlement.cancel', 'creditor')).toBe('Кредитор отозвал требование: соглашение прекращено');
});
