import { expect, test } from 'vitest';
import { toDay } from '../../values/days.ts';
import { kopecks } from '../../values/money.ts';
import { lintTemplate, renderTemplate } from '../document-template.ts';
import { SHIFT_NOTICE_TEMPLATE, SHIFT_NOTICE_VOCABULARY } from './shift-notice.ts';

const FACTS = {
  number: 'У-2026-000004/П1',
  concludedOn: toDay('2026-12-01'),
  creditor: { name: 'ООО «Альфа»', inn: '7707083893' },
  contract: { number: 'К-17', date: toDay('2024-02-01') },
  agreement: { number: 'У-2026-000004', date: toDay('2026-11-20') },
  platform: 'ООО «Уговор»',
  debtor: { fullName: 'Иванов Иван Иванович', birthDate: null },
  signatures: [],
  no: 2,
  open: kopecks(500_000),
  from: toDay('2026-12-10'),
  to: toDay('2026-12-17'),
  every: 6,
};

test('a notice of a shifted payment says which one, from which day to which, and that nothing else changes', () => {
  expect(lintTemplate(SHIFT_NOTICE_TEMPLATE, SHIFT_NOTICE_VOCABULARY)).toEqual([]);
  const blocks = renderTemplate(SHIFT_NOTICE_TEMPLATE, SHIFT_NOTICE_VOCABULARY, FACTS);
  const text = blocks.flatMap((block) => ('text' in block ? [block.text] : [])).join('\n');
  expect(text).toContain('Уведомление о переносе платежа № У-2026-000004/П1');
  expect(text).toContain('Должник переносит платёж № 2 на 7 календарных дней');
  expect(text).toContain('прежний срок 10.12.2026. Новый срок: 17 декабря 2026 года');
  expect(text).toContain('один раз в 6 платежей графика');
});
