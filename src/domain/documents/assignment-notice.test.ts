import { describe, expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import {
  ASSIGNMENT_NOTICE_TEMPLATE,
  ASSIGNMENT_NOTICE_VOCABULARY,
  type AssignmentNoticeFacts,
} from './assignment-notice.ts';
import { lintTemplate, renderTemplate } from './document-template.ts';

const facts: AssignmentNoticeFacts = {
  number: 'Ц-17/1',
  issuedAt: new Date('2026-11-26T09:00:00Z'),
  creditor: {
    name: 'ООО ПКО «Гамма»',
    inn: '7736050003',
    ogrn: '1027700132195',
    address: 'г. Москва, ул. Ленина, д. 1',
    phone: '+7 (800) 123-45-67',
  },
  former: { name: 'ООО МКК «Альфа»', inn: '7707083893' },
  deed: '№ 17/Ц от 01.03.2025',
  debtor: { fullName: 'Иванов Иван Иванович' },
  contract: { number: 'К-100', date: toDay('2024-02-10') },
  parts: [
    { code: 'principal', amount: kopecks(4_000_000) },
    { code: 'penalty', amount: kopecks(50_050) },
  ],
  debtAsOf: toDay('2026-11-01'),
  earlierOn: null,
  requisites: { recipient: 'ООО ПКО «Гамма»', account: '40702810138000000005', bank: 'АО «Банк», БИК 044525225' },
};

const lines = (change: Partial<AssignmentNoticeFacts> = {}): string =>
  renderTemplate(ASSIGNMENT_NOTICE_TEMPLATE, ASSIGNMENT_NOTICE_VOCABULARY, { ...facts, ...change })
    .map((block) => {
      if (block.type === 'table') return block.rows.map((row) => row.join(' | ')).join('\n');
      return 'lines' in block ? block.lines.join('\n') : block.text;
    })
    .join('\n')
    .replaceAll('\u00a0', ' ');

describe('the notice of an assignment', () => {
  test('omits nothing that it must tell', () => {
    expect(lintTemplate(ASSIGNMENT_NOTICE_TEMPLATE, ASSIGNMENT_NOTICE_VOCABULARY)).toEqual([]);
  });

  test('says whose the claim was and is, by which deed, of which contract, and how much it is', () => {
    const text = lines();
    expect(text).toContain('Уведомление об уступке № Ц-17/1');
    expect(text).toContain(
      'Новый кредитор: ООО ПКО «Гамма», ИНН 7736050003, ОГРН 1027700132195, адрес: г. Москва, ул. Ленина, д. 1, телефон +7 (800) 123-45-67',
    );
    expect(text).toContain('Прежний кредитор: ООО МКК «Альфа», ИНН 7707083893.');
    expect(text).toContain('по договору № К-100 от 10.02.2024');
    expect(text).toContain('договор уступки № 17/Ц от 01.03.2025');
    expect(text).toContain('Долг на 1 ноября 2026 года');
    expect(text).toContain('Итого | 40 500,50');
    expect(text).toContain('40 500 (сорок тысяч пятьсот) рублей 50 копеек');
  });

  test('says where to pay now: the account, or whom to ask where the creditor has named none', () => {
    expect(lines()).toContain('получатель ООО ПКО «Гамма», счёт 40702810138000000005, АО «Банк», БИК 044525225');
    expect(lines({ requisites: null })).toContain('реквизиты спросите у Кредитора по телефону, указанному выше');
  });

  test('says what the law gives: payment to the former one, proof, objections, and that reading recognises nothing', () => {
    const text = lines();
    for (const words of [
      'Всё, что вы уплатили прежнему кредитору до того, как получили уведомление об уступке, уменьшает долг',
      'Вы вправе не платить ему, пока он не покажет вам доказательства перехода права',
      'Ваши возражения против прежнего кредитора действуют и против нового',
      'иначе ссылаться на них потом нельзя',
      'Прочитать это уведомление не значит признать долг',
    ]) {
      expect(text).toContain(words);
    }
  });

  test('names the day of an earlier notice where the registry has one, and only there', () => {
    expect(lines({ earlierOn: toDay('2025-03-10') })).toContain('уже направили уведомление 10.03.2025');
    expect(lines()).not.toContain('уже направили');
  });
});
