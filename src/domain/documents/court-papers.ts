import { type CourtPaper, formatCase, formatProceedings, type Proceedings } from '../settlements/proceedings.ts';
import { formatDay } from '../values/days.ts';
import { sumInWords } from '../values/text/sum-in-words.ts';
import type { AgreementFacts } from './agreement-facts.ts';
import { longDay, scheduleTable } from './agreement-vocabulary.ts';
import { debtTable } from './debt-tables.ts';
import type { DocumentTemplate, Vocabulary } from './document-template.ts';
import { CLAIM_WORDS } from './settlement-words.ts';

/** What a draft for a court or a bailiff says: the agreement as it was signed, and the case as it is. */
type CourtPaperFacts = AgreementFacts & { readonly proceedings: Proceedings };

const blank = '______________________________ (укажите наименование)';

/** What drafts may say. Nothing is required: each says what its addressee asks for. */
export const COURT_PAPER_VOCABULARY: Vocabulary<CourtPaperFacts, 'discount'> = {
  conditions: { discount: { label: 'часть долга прощается', holds: ({ discount }) => discount.forgiven > 0 } },
  placeholders: {
    ...CLAIM_WORDS,
    number: { label: 'номер соглашения', text: ({ number }) => number },
    concluded_on: { label: 'день предложения', text: ({ concludedOn }) => longDay(concludedOn) },
    // Of a debt with bailiffs nobody has stated which court it was.
    court: {
      label: 'суд',
      text: ({ proceedings: { stage, place } }) => (stage === 'court' && place !== null ? place : blank),
    },
    bailiffs: { label: 'отдел приставов', text: ({ proceedings: { place } }) => place ?? blank },
    case: { label: 'номер дела или производства', text: ({ proceedings }) => formatCase(proceedings) },
    proceedings: {
      label: 'дело или исполнительное производство',
      text: ({ proceedings }) => formatProceedings(proceedings),
    },
    creditor_ogrn: { label: 'ОГРН кредитора', text: ({ creditor }) => creditor.ogrn },
    creditor_address: { label: 'адрес кредитора', text: ({ creditor }) => creditor.address },
    debtor_name: { label: 'ФИО должника', text: ({ debtor }) => debtor.fullName },
    debtor_birth_date: {
      label: 'дата рождения должника',
      text: ({ debtor: { birthDate } }) => (birthDate === null ? 'не указана' : formatDay(birthDate)),
    },
    debtor_address: { label: 'адрес должника', text: ({ debtor }) => debtor.address },
    debt_as_of: { label: 'дата расчёта долга', text: ({ debtAsOf }) => formatDay(debtAsOf) },
    debt_table: { label: 'состав долга', blocks: (facts) => [debtTable(facts)] },
    agreed: { label: 'согласованная сумма', text: ({ discount }) => sumInWords(discount.agreed) },
    forgiven: { label: 'прощаемая сумма', needs: 'discount', text: ({ discount }) => sumInWords(discount.forgiven) },
    schedule_table: {
      label: 'график',
      blocks: ({ rows }) => [
        scheduleTable(
          rows,
          rows.some(({ interest }) => interest > 0),
        ),
      ],
    },
    creditor_signature: {
      label: 'место подписи кредитора',
      blocks: ({ creditor }) => [
        { type: 'signature', lines: [creditor.name, '____________ / ____________', 'Дата: ____________'] },
      ],
    },
    debtor_signature: {
      label: 'место подписи должника',
      blocks: ({ debtor }) => [{ type: 'signature', lines: [debtor.fullName, '____________', 'Дата: ____________'] }],
    },
  },
  required: [],
};

const sides = [
  'Взыскатель (кредитор): {{creditor_name}}, ИНН {{creditor_inn}}, ОГРН {{creditor_ogrn}}, адрес: {{creditor_address}}.',
  'Должник: {{debtor_name}}, дата рождения {{debtor_birth_date}}, адрес: {{debtor_address}}.',
];

/** The drafts. They are no documents of the platform: whoever sends one reads, mends and signs it himself. */
export const COURT_PAPER_TEMPLATES: Readonly<Record<CourtPaper, DocumentTemplate>> = {
  settlement_motion: {
    kind: 'settlement_motion',
    version: 1,
    title: 'Ходатайство об утверждении мирового соглашения',
    clauses: [
      {
        code: 'to',
        heading: 'Кому и от кого',
        paragraphs: ['В суд: {{court}}.', 'О долге: {{proceedings}}.', ...sides],
      },
      {
        code: 'motion',
        heading: 'О чём просят стороны',
        paragraphs: [
          'Стороны заключили соглашение № {{number}} по предложению от {{concluded_on}} о погашении задолженности по договору № {{contract_number}} от {{contract_date}}. Оно не нарушает прав других лиц и не противоречит закону.',
          'Просим утвердить мировое соглашение на условиях, указанных ниже, и прекратить производство (статьи 39, 153.8–153.11 и 220 Гражданского процессуального кодекса Российской Федерации; для исполнительного производства — статьи 43 и 50 Федерального закона «Об исполнительном производстве»). Последствия прекращения производства сторонам известны.',
        ],
      },
      {
        code: 'terms',
        heading: 'Условия мирового соглашения',
        paragraphs: [
          'Задолженность на {{debt_as_of}}:',
          '{{debt_table}}',
          'Должник уплачивает Кредитору {{agreed}} по графику:',
          '{{schedule_table}}',
          'Судебные расходы, вошедшие в задолженность, отдельно не взыскиваются; остальные каждая сторона несёт сама.',
        ],
      },
      {
        code: 'forgiven',
        heading: 'Прощение части долга',
        when: 'discount',
        paragraphs: ['После полной уплаты по графику Кредитор прощает Должнику {{forgiven}}.'],
      },
      {
        code: 'signature',
        heading: 'Приложения и подписи',
        paragraphs: [
          'Приложения: соглашение № {{number}} и протокол его подписания; доверенность представителя, если он подписывает.',
          '{{creditor_signature}}',
          '{{debtor_signature}}',
        ],
      },
    ],
  },
  writ_return: {
    kind: 'writ_return',
    version: 1,
    title: 'Заявление о возвращении исполнительного документа',
    clauses: [
      {
        code: 'to',
        heading: 'Кому и от кого',
        paragraphs: ['В отдел судебных приставов: {{bailiffs}}.', 'Производство: {{case}}.', ...sides],
      },
      {
        code: 'request',
        heading: 'О чём просит взыскатель',
        paragraphs: [
          'Стороны заключили соглашение № {{number}} по предложению от {{concluded_on}} о погашении задолженности по договору № {{contract_number}} от {{contract_date}}.',
          'Прошу окончить исполнительное производство и возвратить исполнительный документ взыскателю (пункт 1 части 1 статьи 46 Федерального закона «Об исполнительном производстве»), снять аресты и отменить ограничения, установленные в этом производстве.',
        ],
      },
      {
        code: 'signature',
        heading: 'Подпись',
        paragraphs: ['Приложение: документ о полномочиях представителя.', '{{creditor_signature}}'],
      },
    ],
  },
};
