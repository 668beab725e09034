import { expect, test } from 'vitest';
import { renderTemplate } from './document-template.ts';
import { SIGNING_PROTOCOL_TEMPLATE, SIGNING_PROTOCOL_VOCABULARY, type SigningFacts } from './signing-protocol.ts';

const signing: SigningFacts = {
  side: 'Должник',
  fullName: 'Иванов Иван Иванович',
  accountId: 7,
  phone: '+79161231234',
  codeSentTo: 'ivanov@demo.test',
  operationCode: 'К-15',
  codeSentAt: new Date('2026-11-20T11:04:00Z'),
  delivery: 'передано почтовой службе',
  signedAt: new Date('2026-11-20T11:05:09Z'),
  sessionId: 12,
  ip: '203.0.113.7',
  userAgent: 'Браузер 1.0',
  termsSha256: 'ab12',
  consents: [{ title: 'О подписи', version: 1, sha256: 'cd34', givenAt: new Date('2026-01-10T09:00:00Z') }],
};
const textOf = (changed: Partial<SigningFacts>) =>
  JSON.stringify(
    renderTemplate(SIGNING_PROTOCOL_TEMPLATE, SIGNING_PROTOCOL_VOCABULARY, {
      agreementNumber: 'У-2026-000001',
      agreementCode: '0123-4567-89AB-CDEF',
      agreementSha256: 'ef56',
      concludedAt: new Date('2026-11-20T11:05:09Z'),
      signings: [{ ...signing, ...changed }],
    }),
  );

test.each([
  'Протокол подписания соглашения № У-2026-000001',
  'код проверки 0123-4567-89AB-CDEF. Отпечаток SHA-256 файла: ef56',
  'заключено 20.11.2026 14:05:09 МСК',
  'Иванов Иван Иванович',
  '+7 *** ***-12-34',
  'i***@demo.test',
  'К-15',
  '20.11.2026 14:04:00 МСК',
  'передано почтовой службе',
  '№ 12',
  '203.0.113.7',
  'Браузер 1.0',
  'ab12',
  'О подписи, версия 1',
  'принято 10.01.2026 12:00:00 МСК, SHA-256 cd34',
])('the protocol tells: %s', (part) => expect(textOf({})).toContain(part));

test('who was warned of the limitation is told with the moment, and of others nothing is said', () => {
  expect(textOf({})).not.toContain('давности');
  const text = textOf({ limitationShownAt: new Date('2026-11-20T11:04:00Z') });
  expect(text).toContain('Предупреждён, что срок исковой давности мог истечь');
  expect(text).toContain('20.11.2026 14:04:00 МСК');
});

test('who has opened the text is told with the moment, and who has not, too; conditions open nothing; older protocols tell nothing', () => {
  const row = 'Текст открыт до подписи';
  expect(textOf({})).not.toContain(row);
  expect(textOf({ textReadAt: new Date('2026-11-20T11:01:00Z') })).toContain(`"${row}","20.11.2026 14:01:00 МСК"`);
  expect(textOf({ textReadAt: null })).toContain(`"${row}","не открывался"`);
  expect(textOf({ textReadAt: null, codeSentTo: null })).toContain(
    `"${row}","подписано заранее опубликованными условиями: текст не открывался"`,
  );
  expect(textOf({ codeSentTo: null })).not.toContain(row);
});

test('what is not known is said to be so', () => {
  const text = textOf({ phone: null, codeSentAt: null, sessionId: null });
  expect(text).toContain('не указан');
  expect(text.match(/нет сведений/g)).toHaveLength(2);
});

test('an acceptance by published conditions names them instead of a code', () => {
  const text = textOf({ codeSentTo: null, userAgent: 'Условия кредитора, версия 3' });
  expect(text).toContain('Условия кредитора, версия 3');
  expect(text).toContain('Принятие по условиям Кредитора');
  expect(text).not.toContain('Сетевой адрес');
});
