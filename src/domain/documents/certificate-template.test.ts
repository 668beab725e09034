import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { CERTIFICATE_TEMPLATE, CERTIFICATE_VOCABULARY, type CertificateFacts } from './certificate-template.ts';
import { lintTemplate, renderTemplate } from './document-template.ts';

const FACTS: CertificateFacts = {
  number: 'С-2026-000001',
  issuedAt: new Date('2026-11-20T11:05:09Z'),
  creditor: { name: 'ООО «Альфа»', inn: '7707083893', ogrn: '1027700132195', address: 'Москва' },
  debtor: { fullName: 'Иванов Иван Иванович', birthDate: toDay('1990-05-10') },
  contract: { number: 'К-17', date: toDay('2024-02-01') },
  agreement: { number: 'У-2026-000001', date: toDay('2026-08-01') },
  paid: kopecks(12_000_000),
  paidOn: toDay('2026-11-17'),
  forgiven: kopecks(6_450_000),
  penalty: kopecks(0),
  signatory: 'Петров П. П., генеральный директор',
};

const lines = (changed: Partial<CertificateFacts> = {}) =>
  renderTemplate(CERTIFICATE_TEMPLATE, CERTIFICATE_VOCABULARY, { ...FACTS, ...changed }).flatMap((block) => {
    if (block.type === 'table') return [];
    return block.type === 'signature' ? [...block.lines] : [block.text.replaceAll('\u00A0', ' ')];
  });

test('the certificate says all that is demanded', () => {
  expect(lines()).toEqual([
    'Справка об отсутствии задолженности № С-2026-000001',
    'Кредитор',
    'ООО «Альфа», ИНН 7707083893, ОГРН 1027700132195, адрес: Москва.',
    'Справка выдана 20.11.2026 14:05:09 МСК.',
    'Исполнение',
    'Иванов Иван Иванович, дата рождения 10.05.1990, — обязательства по договору № К-17 от 01.02.2024 исполнены на условиях соглашения № У-2026-000001 от 01.08.2026.',
    'Уплачено 120 000 (сто двадцать тысяч) рублей 00 копеек. Дата полного исполнения: 17 ноября 2026 года.',
    'Задолженность отсутствует (статья 408 Гражданского кодекса Российской Федерации).',
    'Прощённая часть долга',
    'Прощено 64 500 (шестьдесят четыре тысячи пятьсот) рублей 00 копеек (статья 415 Гражданского кодекса Российской Федерации).',
    'Подпись',
    'ООО «Альфа»',
    'Петров П. П., генеральный директор',
  ]);
});

test('nothing forgiven, nothing said of it', () => {
  expect(lines({ forgiven: kopecks(0) }).join(' ')).not.toContain('Прощ');
});

test('a penalty that was paid stands beside the debt', () => {
  expect(lines({ penalty: kopecks(19_833) }).join(' ')).toContain(
    'Кроме того, уплачена неустойка за просрочку платежей: 198 (сто девяносто восемь) рублей 33 копейки.',
  );
});

test('the text is right, and none of what is demanded can be left out', () => {
  expect(lintTemplate(CERTIFICATE_TEMPLATE, CERTIFICATE_VOCABULARY)).toEqual([]);
  const json = JSON.stringify(CERTIFICATE_TEMPLATE);
  for (const name of CERTIFICATE_VOCABULARY.required) {
    const without = JSON.parse(json.replaceAll(`{{${name}}}`, '…')) as typeof CERTIFICATE_TEMPLATE;
    const label = CERTIFICATE_VOCABULARY.placeholders[name]?.label;
    expect(lintTemplate(without, CERTIFICATE_VOCABULARY)).toContainEqual({
      clause: null,
      message: `Не хватает: ${label}`,
    });
  }
});
