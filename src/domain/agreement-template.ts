import type { AgreementFacts } from './agreement-facts.ts';
import { AGREEMENT_VOCABULARY } from './agreement-vocabulary.ts';
import { type Block, type DocumentTemplate, renderTemplate } from './document-template.ts';

/**
 * The agreement about paying a debt as the product proposes it (domain rules, §11). One text serves its variants, one
 * payment with a discount, instalments, instalments with interest: clauses stand or fall by the facts. An operator publishes
 * versions of his own; a lawyer reads them before the first.
 */
export const AGREEMENT_TEMPLATE: DocumentTemplate = {
  kind: 'agreement',
  version: 2,
  title: 'Соглашение о погашении задолженности № {{number}}',
  clauses: [
    {
      code: 'parties',
      heading: 'Стороны',
      paragraphs: [
        'Соглашение заключено {{concluded_on}} в электронной форме.',
        'Кредитор: {{creditor_name}}, ИНН {{creditor_inn}}, ОГРН {{creditor_ogrn}}, адрес: {{creditor_address}}, телефон {{creditor_phone}}. Представитель: {{representative}}; основание полномочий: {{authority}}.',
        'Должник: {{debtor_name}}, дата рождения {{debtor_birth_date}}, {{debtor_document}}, адрес: {{debtor_address}}, телефон {{debtor_phone}}.',
      ],
    },
    {
      code: 'agent',
      heading: 'В чьих интересах действует Кредитор',
      when: 'agent',
      paragraphs: ['Представитель действует от имени и в интересах: {{principal_name}}.'],
    },
    {
      code: 'basis',
      heading: 'Основание требования',
      paragraphs: ['Задолженность возникла из договора № {{contract_number}} от {{contract_date}} (далее — Договор).'],
    },
    {
      code: 'cession',
      heading: 'Переход требования',
      when: 'cession',
      paragraphs: ['Права требования по Договору перешли к Кредитору по договорам уступки:', '{{cessions_list}}'],
    },
    {
      code: 'debt',
      heading: 'Задолженность',
      paragraphs: [
        'На {{debt_as_of}} задолженность составляет {{debt_total}}. Стороны согласны с её размером и составом:',
        '{{debt_table}}',
      ],
    },
    {
      code: 'terms',
      heading: 'Сумма и порядок оплаты',
      paragraphs: [
        'Должник уплачивает Кредитору {{agreed}} (далее — Согласованная сумма) {{in_time}}:',
        '{{schedule_table}}',
        'Всего по графику: {{schedule_total}}. Если последний день срока приходится на нерабочий день, в графике указан следующий за ним рабочий день.',
        'Оплата производится через {{partner_name}}. Обязательство исполнено в день, когда деньги приняты к переводу в полной сумме.',
      ],
    },
    {
      code: 'requisites',
      heading: 'Реквизиты',
      when: 'requisites',
      paragraphs: ['Получатель: {{recipient}}, счёт {{account}}, {{bank}}.'],
    },
    {
      code: 'no_requisites',
      heading: 'Реквизиты',
      when: 'no_requisites',
      paragraphs: ['Счёт получателя называет страница оплаты Соглашения в личном кабинете Должника.'],
    },
    {
      code: 'interest',
      heading: 'Проценты',
      when: 'interest',
      paragraphs: [
        'За рассрочку начисляются проценты по ставке {{rate}} годовых, всего {{interest_total}}. Проценты указаны в графике и сверх него не начисляются.',
        'Полная стоимость рассрочки: {{full_cost}} годовых.',
      ],
    },
    {
      code: 'fee',
      heading: 'Вознаграждение платформы',
      when: 'debtor_pays_fee',
      paragraphs: [
        'Сверх Согласованной суммы Должник платит вознаграждение платформы: {{fee}}. Оно уплачивается вместе с платежами графика, по частям.',
      ],
    },
    {
      code: 'allocation',
      heading: 'Очерёдность погашения',
      paragraphs: [
        'Поступившая сумма зачисляется на самый ранний неоплаченный платёж графика: сначала на проценты, затем на сумму долга; после всех платежей графика — на неустойку. Излишек возвращается Должнику.',
      ],
    },
    {
      code: 'forgiveness',
      heading: 'Прощение части долга',
      when: 'discount',
      paragraphs: [
        'Кредитор прощает Должнику {{forgiven}} ({{discount}} задолженности) при условии, что все платежи графика уплачены полностью и в срок (статья 415 Гражданского кодекса Российской Федерации):',
        '{{forgiven_table}}',
        'Долг прощён с даты полного исполнения. До неё Должник вправе возразить против прощения долга. Платёж, внесённый в срок, который дан уведомлением о нарушении, уплачен в срок; если Соглашение расторгнуто, долг не прощается.',
      ],
    },
    {
      code: 'no_accrual',
      heading: 'Начисления по Договору',
      paragraphs: [
        'С даты Соглашения и пока Должник его исполняет, проценты, неустойка и иные платежи по Договору не начисляются.',
      ],
    },
    {
      code: 'breach',
      heading: 'Нарушение и восстановление',
      paragraphs: [
        'Если платёж просрочен более чем на {{grace}} рабочих дней, Кредитор вправе расторгнуть Соглашение, направив Должнику уведомление не менее чем за 5 рабочих дней. Уплата просроченной суммы в этот срок сохраняет Соглашение в силе.',
        'При расторжении задолженность восстанавливается в размере, указанном в Соглашении, за вычетом уплаченного.',
      ],
    },
    {
      code: 'penalty',
      heading: 'Неустойка',
      when: 'penalty',
      paragraphs: [
        'За просрочку платежа по графику Должник платит неустойку {{penalty}} от просроченной суммы со дня, следующего за днём срока, по день оплаты включительно.',
      ],
    },
    {
      code: 'no_penalty',
      heading: 'Неустойка',
      when: 'no_penalty',
      paragraphs: ['Неустойка за просрочку платежей по графику не начисляется.'],
    },
    {
      code: 'early',
      heading: 'Досрочная оплата',
      paragraphs: [
        'Должник вправе платить досрочно, полностью или частично, без согласия Кредитора и без дополнительных платежей.',
      ],
    },
    {
      code: 'certificate',
      heading: 'Справка и кредитная история',
      paragraphs: [
        'Не позднее 5 рабочих дней после полного исполнения Кредитор выдаёт Должнику справку об отсутствии задолженности (статья 408 Гражданского кодекса Российской Федерации).',
        'Кредитор, который передаёт сведения в бюро кредитных историй, сообщает туда о Соглашении и его исполнении в срок, установленный законом.',
      ],
    },
    {
      code: 'tax',
      heading: 'Налог',
      when: 'discount',
      paragraphs: ['{{tax_note}}'],
    },
    {
      code: 'disputes',
      heading: 'Споры',
      paragraphs: ['Споры решаются переговорами, а если согласие не достигнуто — в суде: {{court}}.'],
    },
    {
      code: 'signing',
      heading: 'Подписание',
      paragraphs: [
        'Соглашение подписано простыми электронными подписями по правилам платформы, с которыми согласились обе стороны (часть 2 статьи 6 Федерального закона «Об электронной подписи»), и равнозначно документу на бумаге. Оно заключено в момент принятия предложения другой стороной.',
        'Отпечаток SHA-256 под каждой подписью — отпечаток условий, с которыми подписавший согласился: состава долга, суммы и графика. Файл Соглашения и протокол подписания хранятся на платформе и проверяются по коду на первой странице.',
        '{{signatures}}',
      ],
    },
  ],
};

/** The blocks of an agreement in their order, for printing. A version of an operator takes the place of the product's own. */
export function agreementBlocks(
  facts: AgreementFacts,
  template: DocumentTemplate = AGREEMENT_TEMPLATE,
): readonly Block[] {
  return renderTemplate(template, AGREEMENT_VOCABULARY, facts);
}
