import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEBT, FACTS, rowsOf, taxed, terms } from '#test/documents/helpers/agreement-facts.ts';
import { discountOf } from '../settlements/discount.ts';
import { formatMoscowTime, toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import type { AgreementFacts } from './agreement-facts.ts';
import { AGREEMENT_TEMPLATE } from './agreement-template.ts';
import { AGREEMENT_VOCABULARY, longDay } from './agreement-vocabulary.ts';
import { type Block, type Clause, type DocumentTemplate, lintTemplate, renderTemplate } from './document-template.ts';

const agreementBlocks = (facts: AgreementFacts, template: DocumentTemplate = AGREEMENT_TEMPLATE): readonly Block[] =>
  renderTemplate(template, AGREEMENT_VOCABULARY, facts);

const plain = (text: string) => text.replaceAll('\u00A0', ' ');
function textOf(blocks: readonly Block[]): string {
  const lines = blocks.flatMap((block) => {
    if (block.type === 'table') return block.rows.map((row) => row.join(' | '));
    if ('lines' in block) return [...block.lines];
    return [block.text];
  });
  return plain(lines.join('\n'));
}
const textWith = (changed: Partial<AgreementFacts>) => textOf(agreementBlocks({ ...FACTS, ...changed }));
const headings = (changed: Partial<AgreementFacts> = {}) =>
  agreementBlocks({ ...FACTS, ...changed }).flatMap((block) => (block.type === 'heading' ? [block] : []));

describe('instalments with a discount', () => {
  const text = textWith({});

  test.each([
    ['number', 'Соглашение о погашении задолженности № У-2026-000001'],
    ['date', 'Предложение сделано 20 ноября 2026 года и действует по 27 ноября 2026 года включительно'],
    ['creditor', 'ООО «Альфа», ИНН 7707083893, ОГРН 1027700132195'],
    ['authority', 'От имени Кредитора действует: Петров Пётр Петрович, Генеральный директор; основание: Устав.'],
    ['debtor', 'Иванов Иван Иванович, дата рождения 10.05.1990, паспорт 45 10 123456'],
    ['contract', '№ К-17 от 01.02.2024'],
    ['debt in words', '184 500 (сто восемьдесят четыре тысячи пятьсот) рублей 00 копеек'],
    [
      'debt by parts',
      'Основной долг | 150 000,00\nНеустойка (пени, штрафы) | 34 000,00\nГоспошлина | 500,00\nИтого | 184 500,00',
    ],
    ['agreed', '120 000 (сто двадцать тысяч) рублей 00 копеек'],
    [
      'schedule',
      '1 | 10.12.2026 | 40 000,00\n2 | 11.01.2027 | 40 000,00\n3 | 10.02.2027 | 40 000,00\n | Итого | 120 000,00',
    ],
    ['partner', 'Оплата производится через РНКО «Платёж»'],
    ['requisites', 'Получатель: ООО «Альфа», счёт 40702810200000000001'],
    ['order', 'на самый ранний неоплаченный платёж графика. Излишек'],
    [
      'forgiveness',
      'прощает Должнику 64 500 (шестьдесят четыре тысячи пятьсот) рублей 00 копеек (34,9 % задолженности)',
    ],
    [
      'condition of it',
      'при условии, что все платежи графика уплачены полностью, а Соглашение до этого не расторгнуто (статья 415',
    ],
    ['a late day', 'Просрочка, которая не привела к расторжению Соглашения, прощения не отменяет'],
    ['paid since', 'взысканное с него, в том числе приставом, после 19.11.2026 засчитывается'],
    ['no accrual until the end', 'С даты Соглашения и до его расторжения'],
    ['end of it', 'если Соглашение расторгнуто, долг не прощается'],
    ['days', 'в следующие сроки:'],
    [
      'forgiven by parts',
      'Основной долг | 150 000,00 | 30 500,00 | 119 500,00\nНеустойка (пени, штрафы) | 34 000,00 | 34 000,00 | 0,00',
    ],
    ['no accrual', 'по Договору не начисляются'],
    ['breach', 'более чем на 10 рабочих дней'],
    ['restoration', 'задолженность восстанавливается'],
    ['no penalty', 'Неустойка за просрочку платежей по графику не начисляется'],
    ['early payment', 'Должник вправе платить досрочно'],
    ['certificate', 'Не позднее 5 рабочих дней после полного исполнения'],
    ['credit history', 'бюро кредитных историй'],
    ['tax', 'п. 62.1 ст. 217 НК РФ'],
    ['dispute', 'в суде: по месту жительства Должника'],
    ['electronic signature', 'простыми электронными подписями'],
    [
      'signature',
      'Телефон +7 *** ***-12-34\nКод отправлен на i***@demo.test\n20.11.2026 14:05:09 МСК\nКод операции A1B2\nSHA-256 подписанного текста ab12',
    ],
  ])('%s', (_, part) => expect(text).toContain(part));

  test('under a signature both fingerprints are called what they are; a paper of before keeps its words', () => {
    const signatures = FACTS.signatures.map((one) => ({ ...one, textFingerprint: 'fe98' }));
    const lines = agreementBlocks({ ...FACTS, signatures }).flatMap((block) =>
      block.type === 'signature' ? block.lines : [],
    );
    expect(lines.slice(-2)).toEqual(['Отпечаток текста fe98', 'Отпечаток подписанного, SHA-256 ab12']);
    expect(text).toContain('SHA-256 подписанного текста ab12');
  });

  test('nothing is said of what is not there', () => {
    for (const part of [
      'Проценты\n',
      'договорам уступки',
      'вознаграждение',
      'в интересах',
      '{{',
      '}}',
      'Комиссии',
      'undefined',
    ]) {
      expect(text).not.toContain(part);
    }
  });
});

describe('the variants', () => {
  test('clauses are numbered by what stands', () => {
    expect(headings().map(({ number }) => number)).toEqual(Array.from({ length: 18 }, (_, index) => index + 1));
    const paragraphs = agreementBlocks(FACTS).flatMap((block) => (block.type === 'paragraph' ? [block.number] : []));
    expect(paragraphs.slice(0, 8)).toEqual(['2.1', '2.2', '2.3', '3.1', '4.1', '4.2', '4.3', '5.1']);
  });

  test('at once without a discount there is one day, and neither forgiveness nor tax', () => {
    const rows = rowsOf({ kind: 'at_once', amount: kopecks(18_450_000), firstDate: toDay('2026-12-10') });
    const text = textWith({ discount: discountOf(DEBT, kopecks(18_450_000)), rows });
    expect(text).not.toContain('415');
    expect(text).not.toContain('НДФЛ');
    expect(text).toContain('в следующий срок:\n1 | 10.12.2026 | 184 500,00\n | Итого | 184 500,00');
  });

  test('at once with a discount what is forgiven stands with its tax', () => {
    const rows = rowsOf({ kind: 'at_once', amount: kopecks(9_000_000), firstDate: toDay('2026-12-10') });
    const text = textWith({
      discount: discountOf(DEBT, kopecks(9_000_000)),
      taxNote: taxed(discountOf(DEBT, kopecks(9_000_000))),
      rows,
    });
    for (const part of [
      'Должник уплачивает Кредитору 90 000 (девяносто тысяч) рублей 00 копеек (далее — Согласованная сумма) в следующий срок:',
      'прощает Должнику 94 500 (девяносто четыре тысячи пятьсот) рублей 00 копеек (51,2 % задолженности)',
      'Прощённая сумма 94 500,00 ₽ может быть признана доходом должника',
      '13 %, то есть около 12 285,00 ₽',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('by a schedule of one’s own', () => {
    const parts = [
      { date: toDay('2026-12-05'), amount: kopecks(2_000_000) },
      { date: toDay('2027-03-01'), amount: kopecks(10_000_000) },
    ];
    const text = textWith({ rows: rowsOf({ kind: 'custom', amount: kopecks(12_000_000), parts }) });
    expect(text).toContain('1 | 07.12.2026 | 20 000,00\n2 | 01.03.2027 | 100 000,00\n | Итого | 120 000,00');
  });

  test('with interest that becomes less, after a down payment', () => {
    const plan = { ...terms, kind: 'differentiated', amount: kopecks(12_000_000), rateBps: 1200 } as const;
    const text = textWith({
      rows: rowsOf({ ...plan, downPayment: kopecks(3_000_000) }),
      rateBps: 1200,
      fullCost: 12_000,
    });
    for (const part of [
      '1 | 10.12.2026 | 30 000,00 | 30 000,00 | 0,00',
      '2 | 11.01.2027 | 30 900,00 | 30 000,00 | 900,00',
      '| Итого | 121 800,00 | 120 000,00 | 1 800,00',
      'по ставке 12 % годовых, всего 1 800 (одна тысяча восемьсот) рублей 00 копеек',
      'Проценты указаны в графике и сверх него не начисляются',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('with interest', () => {
    const rows = rowsOf({ ...terms, kind: 'annuity', amount: kopecks(12_000_000), rateBps: 1250 });
    const text = textWith({ rows, rateBps: 1250, fullCost: 12_500 });
    expect(text).toContain('по ставке 12,5 % годовых, всего 2 508 (две тысячи пятьсот восемь) рублей');
    expect(text).toContain('12,500 % годовых');
    expect(text).toMatch(/Итого \| 122 508,63 \| 120 000,00 \| 2 508,63/);
  });

  test('with a penalty, an assignment, an agent and a fee of the debtor', () => {
    const text = textWith({
      penalty: { per: 'day', rateBps: 10 },
      cessions: [
        { from: 'АО «Дельта»', to: 'ООО «Бета»', reference: '№ 4 от 12.05.2024' },
        { from: 'ООО «Бета»', to: 'ООО «Альфа»', reference: '№ Ц-1 от 01.03.2025' },
      ],
      principal: 'ООО «Гамма»',
      feePayer: 'individual',
      feeAmount: kopecks(100_000),
    });
    for (const part of [
      'неустойку 0,1 % в день',
      'неустойка по Договору, комиссии и судебные расходы, она не начисляется',
      'цедент: АО «Дельта», цессионарий: ООО «Бета», договор уступки № 4 от 12.05.2024;',
      'цедент: ООО «Бета», цессионарий: ООО «Альфа», договор уступки № Ц-1 от 01.03.2025.',
      'в интересах: ООО «Гамма»',
      'Сверх Согласованной суммы Должник платит вознаграждение платформы: 1 000 (одна тысяча) рублей 00 копеек',
      'уплачивается вместе с платежами графика',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('платежей по графику не начисляется');
  });
});

test('an account that nobody has named is left to the payment page', () => {
  const text = textWith({ payment: { partnerName: 'РНКО', requisites: null } });
  expect(text).toContain('Счёт получателя называет страница оплаты');
  expect(text).not.toContain('Получатель:');
});

test('a birthday that nobody has named is said to be unknown', () => {
  const text = textWith({ debtor: { ...FACTS.debtor, birthDate: null } });
  expect(text).toContain('дата рождения не указана, паспорт');
});

test('a signer without a phone is known by the address of his code', () => {
  const text = textWith({ signatures: FACTS.signatures.map((one) => ({ ...one, phone: null })) });
  expect(text).not.toContain('***-');
  expect(text).toContain('Код отправлен на i***@demo.test');
});

test('what published conditions have accepted is not called signed by a code', () => {
  const text = textWith({ signatures: FACTS.signatures.map((one) => ({ ...one, codeSentTo: null })) });
  expect(text).toContain('Принято по условиям, опубликованным Кредитором');
  expect(text).not.toContain('Код отправлен');
});

test('what stands in the facts is never read as a template', () => {
  const name = 'Иванов {{agreed}} $& {{signatures}}';
  const text = textWith({ debtor: { ...FACTS.debtor, fullName: name } });
  expect(text).toContain(`${name}, дата рождения`);
});

describe('a template of an operator', () => {
  const change = (change: (clause: Clause) => Clause): DocumentTemplate => ({
    ...AGREEMENT_TEMPLATE,
    clauses: AGREEMENT_TEMPLATE.clauses.map(change),
  });
  const added = (paragraph: string, when?: string): DocumentTemplate => ({
    ...AGREEMENT_TEMPLATE,
    clauses: [
      ...AGREEMENT_TEMPLATE.clauses,
      { code: 'own', heading: 'Своё', paragraphs: [paragraph], ...(when === undefined ? {} : { when }) },
    ],
  });
  const messages = (template: DocumentTemplate) =>
    lintTemplate(template, AGREEMENT_VOCABULARY).map(({ message }) => message);

  test("the product's own is right", () => expect(messages(AGREEMENT_TEMPLATE)).toEqual([]));

  test.each<[string, DocumentTemplate, string]>([
    ['an unknown placeholder', added('{{nothing}}'), 'Нет такой подстановки: {{nothing}}'],
    ['a name of the language', added('{{constructor}}'), 'Нет такой подстановки: {{constructor}}'],
    ['open braces', added('Сумма {{agreed'), 'Скобки {{ }} не закрыты или имя в них неверно'],
    ['a wrong name', added('Сумма {{Agreed}}'), 'Скобки {{ }} не закрыты или имя в них неверно'],
    ['a table within words', added('Вот: {{debt_table}}'), '{{debt_table}} стоит в абзаце одна'],
    ['a value that is not always there', added('{{penalty}}'), '{{penalty}} — только в пункте с условием «неустойка»'],
    ['an unknown condition', added('Слова', 'sunny'), 'Нет такого условия: sunny'],
    ['an empty paragraph', added(' '), 'Пустой заголовок или абзац'],
    [
      'the same code',
      change((clause) => (clause.code === 'tax' ? { ...clause, code: 'early' } : clause)),
      'Пункт с таким кодом уже есть',
    ],
    [
      'no debt',
      { ...AGREEMENT_TEMPLATE, clauses: AGREEMENT_TEMPLATE.clauses.filter(({ code }) => code !== 'debt') },
      'Не хватает: состав долга',
    ],
    [
      'a table of the debt that does not always stand',
      change((clause) => (clause.code === 'debt' ? { ...clause, when: 'penalty' } : clause)),
      'Не хватает: состав долга',
    ],
  ])('%s', (_, template, message) => {
    expect(messages(template)).toContain(message);
    // What is missing is asked of a form before it is published; one of another day is printed as it is.
    if (message.startsWith('Не хватает')) expect(agreementBlocks(FACTS, template).length).toBeGreaterThan(0);
    else expect(() => agreementBlocks(FACTS, template)).toThrow(Error);
  });

  test('none of what is demanded can be left out', () => {
    for (const name of AGREEMENT_VOCABULARY.required) {
      const without = change((clause) => ({
        ...clause,
        paragraphs: clause.paragraphs.map((paragraph) => paragraph.replaceAll(`{{${name}}}`, '…')),
      }));
      const template = { ...without, title: without.title.replaceAll(`{{${name}}}`, '…') };
      expect(messages(template), name).toContain(`Не хватает: ${AGREEMENT_VOCABULARY.placeholders[name]?.label}`);
    }
  });

  test("a clause of one's own stands when its condition holds", () => {
    const template = added('Пени: {{penalty}}.', 'penalty');
    expect(textOf(agreementBlocks(FACTS, template))).not.toContain('Пени:');
    const text = textOf(agreementBlocks({ ...FACTS, penalty: { per: 'year', rateBps: 2000 } }, template));
    expect(plain(text)).toContain('Пени: 20 % годовых.');
  });

  test('any text is judged or rendered, never half of it', () => {
    const pieces = fc.constantFrom('{{', '}}', 'agreed', '{{agreed}}', '{{debt_table}}', ' ', 'Слово', '{', '}', '$1');
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 6 }), (found) => {
        const template = added(found.join(''));
        if (messages(template).length > 0) expect(() => agreementBlocks(FACTS, template)).toThrow(Error);
        else expect(textOf(agreementBlocks(FACTS, template))).not.toMatch(/\{\{|\}\}/);
      }),
    );
  });
});

test.each([
  ['2026-01-01', '1 января 2026 года'],
  ['2026-12-31', '31 декабря 2026 года'],
])('%s in words', (day, text) => expect(longDay(toDay(day))).toBe(text));

test('a time is of Moscow', () => {
  expect(formatMoscowTime(new Date('2026-12-31T21:00:00Z'))).toBe('01.01.2027 00:00:00 МСК');
});

test.each([[{}], [{ enforcement: true }]])(
  'with %o an agreement says what a recognition does, and of which debt',
  (change) => {
    const text = textOf(agreementBlocks({ ...FACTS, ...change }));
    expect(text).toContain('начинается заново (статья 203');
    expect(text).toContain('относится к долгу, если он ещё не взыскан судом');
  },
);

test('the stage of a debt is told as the word of its creditor', () => {
  const of = (stage: 'court' | 'enforcement') => textWith({ proceedings: { stage, caseNo: '2-17/2026', place: null } });
  expect(of('court')).toContain('По сообщению Кредитора, он обратился в суд');
  expect(of('enforcement')).toContain('По сообщению Кредитора, долг взыскивается принудительно');
});

describe('interest and penalty are named only where there are any', () => {
  const rows = rowsOf({ ...terms, kind: 'annuity', amount: kopecks(12_000_000), rateBps: 1250 });
  const interest = { rows, rateBps: 1250, fullCost: 12_500 };
  const penalty = { penalty: { per: 'day', rateBps: 10 } } as const;
  const first = ': сначала на проценты, затем на сумму долга';
  const last = '; после всех платежей графика — на неустойку';

  test.each<[string, Partial<AgreementFacts>, string]>([
    ['neither', {}, ''],
    ['interest', interest, first],
    ['a penalty', penalty, last],
    ['both', { ...interest, ...penalty }, `${first}${last}`],
  ])('in the order of what a payment covers: %s', (_, changed, order) => {
    expect(textWith(changed)).toContain(`на самый ранний неоплаченный платёж графика${order}. Излишек`);
  });

  test('in what closes it all before its time', () => {
    expect(textWith(interest)).toContain('уплачивает остаток долга и проценты, начисленные по день платежа');
    expect(textWith({ ...interest, ...penalty })).toContain('включительно, и неустойку, если она начислена.');
  });

  test('a full cost below the rate says why', () => {
    expect(textWith(interest)).not.toContain('Она ниже ставки');
    expect(textWith({ ...interest, fullCost: 12_499 })).toContain('Она ниже ставки, потому что');
  });
});

test('interest that is not earned is not paid by whoever pays early', () => {
  const rows = rowsOf({ ...terms, kind: 'annuity', amount: kopecks(12_000_000), rateBps: 1250 });
  expect(textWith({ rows, rateBps: 1250, fullCost: 12_500 })).toContain('Проценты следующих дней не уплачиваются');
  expect(textWith({})).not.toContain('Проценты следующих дней');
});

describe('the right to shift a payment', () => {
  test('has a clause and a line of «Главное» where it is given', () => {
    const text = textWith({ shiftEvery: 6 });
    expect(text).toContain('перенести платёж графика на 7 календарных дней, один раз в 6 платежей');
    expect(text).toContain('Перенос платежа | на 7 дней, один раз в 6 платежей, без согласия Кредитора и доплат');
    expect(headings({ shiftEvery: 6 }).map(({ text }) => text)).toContain('Перенос одного платежа');
  });

  test.each([[{}], [{ shiftEvery: null }]])('is nowhere where it is not: %j', (changed) => {
    expect(textWith(changed)).not.toContain('еренос платеж');
    expect(headings(changed).map(({ text }) => text)).not.toContain('Перенос одного платежа');
  });
});
