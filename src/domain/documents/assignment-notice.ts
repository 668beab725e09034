import { type DebtPartCode, debtPart } from '../settlements/debt-structure.ts';
import { type Day, formatDay, formatMoscowTime } from '../values/days.ts';
import { formatAmount, type Kopecks, sumKopecks } from '../values/money.ts';
import { sumInWords } from '../values/text/sum-in-words.ts';
import type { RequisitesFacts } from './agreement-facts.ts';
import { longDay } from './agreement-vocabulary.ts';
import type { DocumentTemplate, Table, Vocabulary } from './document-template.ts';
import { requisitesLine } from './notice-templates.ts';
import { CLAIM_WORDS, type CompanyFacts, companySignature, LETTERHEAD } from './settlement-words.ts';

/**
 * What the notice of an assignment says (ГК РФ, ст. 382–386): whose the claim was and whose it is, by which deed, and how much
 * it is, all as the registry of the new creditor has it. Sums in kopecks.
 */
export type AssignmentNoticeFacts = {
  readonly number: string;
  readonly issuedAt: Date;
  readonly creditor: CompanyFacts;
  readonly former: { readonly name: string; readonly inn: string };
  /** «№ 17/Ц от 01.03.2025», as the registry has it. */
  readonly deed: string;
  readonly debtor: { readonly fullName: string };
  readonly contract: { readonly number: string; readonly date: Day };
  readonly parts: readonly { readonly code: DebtPartCode; readonly amount: Kopecks }[];
  readonly debtAsOf: Day;
  /** The day on which a notice was sent before, by the registry; null where it names none. */
  readonly earlierOn: Day | null;
  /** Null where the creditor has named no account. */
  readonly requisites: RequisitesFacts | null;
};

const total = ({ parts }: AssignmentNoticeFacts): Kopecks => sumKopecks(parts.map(({ amount }) => amount));

const debtTable = (facts: AssignmentNoticeFacts): Table => ({
  type: 'table',
  columns: [
    { title: 'Часть долга', align: 'left' },
    { title: 'Сумма, ₽', align: 'right' },
  ],
  rows: [
    ...facts.parts.map(({ code, amount }) => [debtPart(code).label, formatAmount(amount)]),
    ['Итого', formatAmount(total(facts))],
  ],
  hasTotal: true,
});

const placeholders: Vocabulary<AssignmentNoticeFacts, 'told_before'>['placeholders'] = {
  ...CLAIM_WORDS,
  letterhead: LETTERHEAD,
  number: { label: 'номер уведомления', text: ({ number }) => number },
  issued_at: { label: 'дата и время уведомления', text: ({ issuedAt }) => formatMoscowTime(issuedAt) },
  creditor_ogrn: { label: 'ОГРН кредитора', text: ({ creditor }) => creditor.ogrn },
  creditor_address: { label: 'адрес кредитора', text: ({ creditor }) => creditor.address },
  creditor_phone: { label: 'телефон кредитора', text: ({ creditor }) => creditor.phone },
  former_name: { label: 'наименование прежнего кредитора', text: ({ former }) => former.name },
  former_inn: { label: 'ИНН прежнего кредитора', text: ({ former }) => former.inn },
  deed: { label: 'номер и дата договора уступки', text: ({ deed }) => deed },
  debtor_name: { label: 'ФИО должника', text: ({ debtor }) => debtor.fullName },
  debt_table: { label: 'долг по частям', blocks: (facts) => [debtTable(facts)] },
  debt: { label: 'долг всего', text: (facts) => sumInWords(total(facts)) },
  debt_as_of: { label: 'дата расчёта долга', text: ({ debtAsOf }) => longDay(debtAsOf) },
  earlier_on: {
    label: 'день прежнего уведомления',
    needs: 'told_before',
    text: ({ earlierOn }) => (earlierOn === null ? '' : formatDay(earlierOn)),
  },
  requisites: { label: 'реквизиты кредитора', text: ({ requisites }) => requisitesLine(requisites) },
  signature: {
    label: 'кто уведомляет',
    blocks: ({ creditor }) => [
      companySignature(creditor.name, ['Направлено платформой «Уговор» по данным реестра, который загрузил Кредитор']),
    ],
  },
};

/** A notice of an assignment may omit nothing of what it knows. */
export const ASSIGNMENT_NOTICE_VOCABULARY: Vocabulary<AssignmentNoticeFacts, 'told_before'> = {
  conditions: {
    told_before: { label: 'об уступке уже уведомляли', holds: ({ earlierOn }) => earlierOn !== null },
  },
  placeholders,
  required: Object.keys(placeholders),
};

/** The claim has passed to another creditor: what the law gives its debtor (docs/decisions/0107). */
export const ASSIGNMENT_NOTICE_TEMPLATE: DocumentTemplate = {
  kind: 'assignment_notice',
  version: 2,
  title: 'Уведомление об уступке № {{number}}',
  clauses: [
    {
      code: 'sides',
      heading: 'Кто и кому',
      paragraphs: [
        '{{letterhead}}',
        'Новый кредитор: {{creditor_name}}, ИНН {{creditor_inn}}, ОГРН {{creditor_ogrn}}, адрес: {{creditor_address}}, телефон {{creditor_phone}} (далее — Кредитор).',
        'Прежний кредитор: {{former_name}}, ИНН {{former_inn}}.',
        'Должник: {{debtor_name}}.',
      ],
    },
    {
      code: 'claim',
      heading: 'Что перешло',
      paragraphs: [
        'Право требовать долг по договору № {{contract_number}} от {{contract_date}} перешло от прежнего кредитора к Кредитору. Основание, как его называет Кредитор: договор уступки {{deed}}.',
        'Долг на {{debt_as_of}} по данным Кредитора:',
        '{{debt_table}}',
        'Всего {{debt}}.',
      ],
    },
    {
      code: 'told_before',
      heading: 'Прежнее уведомление',
      when: 'told_before',
      paragraphs: [
        'Кредитор сообщает, что об этой уступке вам уже направили уведомление {{earlier_on}}. Важно, когда уведомление до вас дошло, а не когда его отправили.',
      ],
    },
    {
      code: 'payment',
      heading: 'Кому платить',
      paragraphs: [
        'Платите Кредитору: {{requisites}}. Назначение платежа: погашение долга по договору № {{contract_number}} от {{contract_date}}. Если по этому долгу вы заключили соглашение на платформе, платите, как в нём сказано.',
        'Всё, что вы уплатили прежнему кредитору до того, как получили уведомление об уступке, уменьшает долг (пункт 3 статьи 382 ГК РФ). Если в суммах выше этого нет, пришлите Кредитору подтверждение оплаты.',
      ],
    },
    {
      code: 'rights',
      heading: 'Ваши права',
      paragraphs: [
        'Это уведомление направляет новый кредитор. Вы вправе не платить ему, пока он не покажет вам доказательства перехода права или пока об уступке вам не сообщит прежний кредитор (пункт 1 статьи 385 ГК РФ). Попросить доказательства можно по телефону {{creditor_phone}}.',
        'Ваши возражения против прежнего кредитора действуют и против нового, если их основания возникли до того, как вы получили уведомление. Сообщите о них Кредитору в разумный срок и дайте с ними ознакомиться: иначе ссылаться на них потом нельзя (статья 386 ГК РФ).',
        'Условия договора от уступки не меняются, и срок исковой давности не начинается заново (статьи 384 и 201 ГК РФ).',
        'Прочитать это уведомление не значит признать долг: срок исковой давности от этого не прерывается.',
      ],
    },
    {
      code: 'signature',
      heading: 'Направление',
      paragraphs: [
        'Уведомление составлено {{issued_at}}. Время отправки, доставки и прочтения хранит платформа. Подлинность уведомления проверяется по его коду на сайте платформы; если вам назвали другие реквизиты, сначала позвоните Кредитору.',
        '{{signature}}',
      ],
    },
  ],
};
