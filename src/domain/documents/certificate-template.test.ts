import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { CERTIFICATE_TEMPLATE, CERTIFICATE_VOCABULARY, type CertificateFacts } from './certificate-template.ts';
import { lintTemplate, renderTemplate } from './document-template.ts';

const FACTS: CertificateFacts = {
  number: 'С-2026-000001',
  issuedAt: new Date('2026-11-20T11:05:09Z'),
  creditor: {
    name: 'ООО «Альфа»',
    inn: '7707083893',
    ogrn: '1027700132195',
    address: 'Москва',
    phone: '+7 495 000-00-01',
  },
  debtor: { fullName: 'Иванов Иван Иванович', birthDate: toDay('1990-05-10') },
  contract: { number: 'К-17', date: toDay('2024-02-01') },
  agreement: { number: 'У-2026-000001', date: toDay('2026-08-01') },
  paid: kopecks(12_000_000),
  paidOn: toDay('2026-11-17'),
  forgiven: kopecks(6_450_000),
  penalty: kopecks(0),
  signatory: 'Петров П. П., генеральный директор',
  signature: {
    byRule: false,
    signatory: { fullName: 'Петров Пётр Петрович', position: 'генеральный директор', ground: { kind: 'charter' } },
    phone: '+79161234567',
    codeSentTo: 'head@alpha.test',
    signedAt: new Date('2026-11-20T11:05:09Z'),
    operationCode: 'С1-2',
    textSha256: 'a'.repeat(64),
  },
};

const lines = (changed: Partial<CertificateFacts> = {}) =>
  renderTemplate(CERTIFICATE_TEMPLATE, CERTIFICATE_VOCABULARY, { ...FACTS, ...changed }).flatMap((block) => {
    if (block.type === 'table') return [];
    return 'lines' in block
      ? block.lines.map((line) => line.replaceAll('\u00A0', ' '))
      : [block.text.replaceAll('\u00A0', ' ')];
  });

test('the certificate says all that is demanded', () => {
  expect(lines()).toEqual([
    'ООО «Альфа»',
    'ИНН 7707083893, ОГРН 1027700132195',
    'Адрес: Москва. Телефон +7 495 000-00-01',
    'Справка об отсутствии задолженности № С-2026-000001',
    'Кредитор',
    'Справку выдаёт ООО «Альфа», ИНН 7707083893, далее — Кредитор. От имени Кредитора действует Петров П. П., генеральный директор.',
    'Справка составлена 20 ноября 2026 года. Место выдачи: Москва.',
    'Исполнение',
    'Иванов Иван Иванович, дата рождения 10.05.1990, — обязательства по договору № К-17 от 01.02.2024 исполнены на условиях соглашения № У-2026-000001 от 01.08.2026.',
    'Уплачено 120 000 (сто двадцать тысяч) рублей 00 копеек. Дата полного исполнения: 17 ноября 2026 года.',
    'Задолженность отсутствует (статья 408 Гражданского кодекса Российской Федерации).',
    'Прощённая часть долга',
    'Прощено 64 500 (шестьдесят четыре тысячи пятьсот) рублей 00 копеек (статья 415 Гражданского кодекса Российской Федерации).',
    'Подпись',
    'Справка подписана простой электронной подписью Кредитора по Правилам простой электронной подписи платформы «Уговор» и равнозначна документу на бумаге. Она проверяется по коду на первой странице.',
    'Подписано простой электронной подписью',
    'Кредитор: ООО «Альфа»',
    'Петров Пётр Петрович',
    'генеральный директор',
    'Основание: Устав',
    'Телефон +7 *** ***-45-67',
    'Код отправлен на h***@alpha.test',
    '20.11.2026 14:05:09 МСК',
    'Код операции С1-2',
    `SHA-256 текста ${'a'.repeat(64)}`,
  ]);
});

test('a paper that the rule has signed says so, and one of before names who acted', () => {
  const byRule = lines({ signature: { ...FACTS.signature!, byRule: true } });
  expect(byRule).toContain('Подписано по правилу, которое Кредитор подписал заранее');
  expect(byRule).toContain('Правило подписал:');
  const { signature: _, ...before } = FACTS;
  const blocks = renderTemplate(CERTIFICATE_TEMPLATE, CERTIFICATE_VOCABULARY, before);
  expect(blocks.at(-1)).toEqual({ type: 'signature', lines: ['ООО «Альфа»', 'Петров П. П., генеральный директор'] });
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
