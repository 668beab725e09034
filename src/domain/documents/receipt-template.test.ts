import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { lintTemplate, renderTemplate } from './document-template.ts';
import { RECEIPT_TEMPLATE, RECEIPT_VOCABULARY, type ReceiptFacts } from './receipt-template.ts';

const FACTS: ReceiptFacts = {
  number: 'К-2026-000007',
  issuedAt: new Date('2026-11-20T11:05:09Z'),
  payer: 'Иванов Иван Иванович',
  creditor: { name: 'ООО «Альфа»', inn: '7707083893' },
  agreement: { number: 'У-2026-000001', date: toDay('2026-08-01') },
  contract: { number: 'К-17', date: toDay('2024-02-01') },
  payment: 'П-2026-000007',
  paidOn: toDay('2026-11-17'),
  channel: 'СБП',
  partnerId: 'p-17',
  amount: kopecks(1_000_000),
  fee: kopecks(0),
  refunded: kopecks(0),
};

const lines = (changed: Partial<ReceiptFacts> = {}): string[] =>
  renderTemplate(RECEIPT_TEMPLATE, RECEIPT_VOCABULARY, { ...FACTS, ...changed }).flatMap((block) =>
    'text' in block ? [block.text.replaceAll('\u00A0', ' ')] : [],
  );

test('a receipt says who has paid whom, what, when and for what', () => {
  expect(lines()).toEqual([
    'Подтверждение оплаты № К-2026-000007',
    'Платёж',
    'Плательщик: Иванов Иван Иванович. Получатель: ООО «Альфа», ИНН 7707083893.',
    'Оплачено 10 000 (десять тысяч) рублей 00 копеек. Способ: СБП. День зачисления: 17 ноября 2026 года. Номер платежа: П-2026-000007.',
    'Назначение: по соглашению № У-2026-000001 от 01.08.2026, договор № К-17 от 01.02.2024.',
    'Платёжный партнёр',
    'Деньги приняла небанковская кредитная организация — партнёр платформы. Номер операции: p-17.',
    'Выдача',
    'Выдано 20.11.2026 14:05:09 МСК платформой «Уговор», оператор — оператор платформы. Этот документ не заменяет кассовый чек.',
  ]);
});

test('what went past the platform, the fee on top and what has gone back are told', () => {
  const text = lines({ partnerId: null, fee: kopecks(100), refunded: kopecks(5_000) }).join(' ');
  expect(text).toContain('подтвердили обе стороны');
  expect(text).not.toContain('кредитная организация');
  expect(text).toContain('вознаграждение платформы: 1 (один) рубль 00 копеек');
  expect(text).toContain('возвращено плательщику 50 (пятьдесят) рублей');
});

test('the text is right, and none of what is demanded can be left out', () => {
  expect(lintTemplate(RECEIPT_TEMPLATE, RECEIPT_VOCABULARY)).toEqual([]);
  const json = JSON.stringify(RECEIPT_TEMPLATE);
  for (const name of RECEIPT_VOCABULARY.required) {
    const without = JSON.parse(json.replaceAll(`{{${name}}}`, '…')) as typeof RECEIPT_TEMPLATE;
    const label = RECEIPT_VOCABULARY.placeholders[name]?.label;
    expect(lintTemplate(without, RECEIPT_VOCABULARY)).toContainEqual({ clause: null, message: `Не хватает: ${label}` });
  }
});
