import { groundWords, type Signatory } from '../parties/signing-right.ts';
import { formatMoscowTime } from '../values/days.ts';
import { maskEmail, maskPhone } from '../values/masks.ts';
import { FINGERPRINTS } from './agreement-vocabulary.ts';
import type { Block, DocumentTemplate, Vocabulary } from './document-template.ts';
import { PLATFORM_NAME } from './settlement-words.ts';

/** A text that a signer had agreed to when he signed: which version, with its fingerprint. */
export type ConsentFacts = {
  readonly title: string;
  readonly version: number;
  readonly sha256: string;
  readonly givenAt: Date;
};

/** How one side signed: by which code, sent where, entered when and from where. Phone and address are printed masked. */
export type SigningFacts = {
  readonly side: string;
  readonly fullName: string;
  /** Of a company: his position and ground in the moment of signing; absent in older protocols. */
  readonly signatory?: Signatory | null;
  readonly accountId: number;
  readonly phone: string | null;
  /** Null when conditions that he had published accepted for him. */
  readonly codeSentTo: string | null;
  readonly operationCode: string;
  readonly codeSentAt: Date | null;
  readonly delivery: string;
  readonly signedAt: Date;
  readonly sessionId: number | null;
  readonly ip: string;
  readonly userAgent: string;
  readonly termsSha256: string;
  /** Of the text alone, as it was shown before the signature; absent in older protocols. */
  readonly textFingerprint?: string;
  /** When the debtor was told that the limitation may have run out; absent where it runs, and in older protocols. */
  readonly limitationShownAt?: Date | null;
  /** When he first opened this very text on the platform before he signed; null where he did not, absent in older protocols. */
  readonly textReadAt?: Date | null;
  readonly consents: readonly ConsentFacts[];
};

/** What the protocol of a signing says (docs/domain.md §11): evidence of who signed what, when and how. */
export type SigningProtocolFacts = {
  /** What was signed; the agreement itself unless told otherwise. */
  readonly document?: string;
  /** What the fingerprint of the terms was made of; those of the agreement unless told otherwise. */
  readonly terms?: string;
  /** Who runs the platform; absent in older protocols. */
  readonly platform?: string;
  readonly agreementNumber: string;
  readonly agreementCode: string;
  /** SHA-256 of the agreement's file. */
  readonly agreementSha256: string;
  readonly concludedAt: Date;
  readonly signings: readonly SigningFacts[];
};

export const SIGNING_PROTOCOL_VOCABULARY: Vocabulary<SigningProtocolFacts> = {
  conditions: {
    by_policy: {
      label: 'принято по условиям кредитора',
      holds: ({ signings }) => signings.some(({ codeSentTo }) => codeSentTo === null),
    },
  },
  placeholders: {
    document: { label: 'документ', text: ({ document = 'Соглашение о погашении задолженности' }) => document },
    terms: {
      label: 'из чего отпечаток',
      text: ({ terms = 'составу долга, сумме, графику и сроку предложения' }) => terms,
    },
    platform_name: PLATFORM_NAME,
    agreement_number: { label: 'номер соглашения', text: ({ agreementNumber }) => agreementNumber },
    agreement_code: { label: 'код проверки соглашения', text: ({ agreementCode }) => agreementCode },
    agreement_hash: { label: 'отпечаток файла соглашения', text: ({ agreementSha256 }) => agreementSha256 },
    concluded_at: { label: 'время заключения', text: ({ concludedAt }) => formatMoscowTime(concludedAt) },
    signings: { label: 'как подписано', blocks: ({ signings }) => signings.flatMap(signingBlocks) },
  },
  required: ['agreement_number', 'agreement_hash', 'concluded_at', 'signings'],
};

export const SIGNING_PROTOCOL_TEMPLATE: DocumentTemplate = {
  kind: 'signing_protocol',
  version: 4,
  title: 'Протокол подписания соглашения № {{agreement_number}}',
  clauses: [
    {
      code: 'document',
      heading: 'Что подписано',
      paragraphs: [
        '{{document}} № {{agreement_number}}, код проверки {{agreement_code}}. Отпечаток SHA-256 файла: {{agreement_hash}}.',
        'Соглашение заключено {{concluded_at}}: в этот момент вторая сторона приняла предложение первой.',
      ],
    },
    { code: 'signings', heading: 'Как подписано', paragraphs: ['{{signings}}'] },
    {
      code: 'rules',
      heading: 'Как определён подписавший',
      paragraphs: [
        'Протокол составила платформа «Уговор», оператор — {{platform_name}}.',
        'Подписавший кодом вошёл на платформу под своим паролем и ввёл одноразовый код, отправленный на подтверждённый им адрес. Код действует 10 минут, один раз и только для этого соглашения (статья 9 Федерального закона от 06.04.2011 № 63-ФЗ).',
        'Отпечаток текста посчитан по {{terms}} с ключом платформы. Он был доступен вместе с текстом до подписи; открывал ли подписавший этот текст на платформе и когда, сказано в его таблице. Пересчитать отпечаток может платформа: по просьбе стороны или по запросу суда.',
        'Отпечаток подписанного — SHA-256 отпечатка текста вместе с номером соглашения, стороной, раундом и сроком предложения, а у изменения соглашения и с подписанным соглашением, которое оно меняет. У обеих сторон отпечатки одинаковы: подписано одно и то же. Файл документа каждый может сверить сам по SHA-256, названному выше.',
      ],
    },
    {
      code: 'policy',
      heading: 'Принятие по условиям Кредитора',
      when: 'by_policy',
      paragraphs: [
        'Предложение принято или сделано по условиям, которые Кредитор опубликовал на платформе заранее: в них названы допустимые суммы, сроки и графики. Опубликовавший их указан как подписавший.',
      ],
    },
  ],
};

/** By a code with all that is known of it, or by conditions published before. */
function howSigned(signing: SigningFacts): [string, string][] {
  if (signing.codeSentTo === null) {
    return [
      ['Основание', signing.userAgent],
      ['Код операции', signing.operationCode],
      ['Время', formatMoscowTime(signing.signedAt)],
    ];
  }
  return [
    ['Код отправлен на', maskEmail(signing.codeSentTo)],
    ['Код операции', signing.operationCode],
    ['Код отправлен', signing.codeSentAt === null ? 'нет сведений' : formatMoscowTime(signing.codeSentAt)],
    ['Доставка кода', signing.delivery],
    ['Код введён, подписано', formatMoscowTime(signing.signedAt)],
    ['Сеанс', signing.sessionId === null ? 'нет сведений' : `№ ${signing.sessionId}`],
    ['Сетевой адрес', signing.ip],
    ['Браузер', signing.userAgent],
  ];
}

/** Protocols of before called the second one that of the text, and did not tell the first. */
const fingerprintRows = ({ textFingerprint, termsSha256 }: SigningFacts): [string, string][] =>
  textFingerprint === undefined
    ? [['SHA-256 подписанного текста', termsSha256]]
    : [
        [FINGERPRINTS.text, textFingerprint],
        [FINGERPRINTS.signed, termsSha256],
      ];

/** Each signature has it, one by conditions published before, too: the papers say that the protocol tells. */
function readingRow({ textReadAt, codeSentTo }: SigningFacts): [string, string][] {
  if (textReadAt === undefined) return [];
  const unread =
    codeSentTo === null ? 'подписано заранее опубликованными условиями: текст не открывался' : 'не открывался';
  return [['Текст открыт до подписи', textReadAt === null ? unread : formatMoscowTime(textReadAt)]];
}

function limitationRow({ limitationShownAt }: SigningFacts): [string, string][] {
  if (!limitationShownAt) return [];
  return [['Предупреждён, что срок исковой давности мог истечь', formatMoscowTime(limitationShownAt)]];
}

function authorityRows({ signatory }: SigningFacts): [string, string][] {
  if (!signatory) return [];
  return [
    ['Должность', signatory.position],
    ['Основание полномочий', groundWords(signatory.ground)],
  ];
}

function signingBlocks(signing: SigningFacts): Block[] {
  const rows: [string, string][] = [
    ['Подписал', signing.fullName],
    ...authorityRows(signing),
    ['Учётная запись', `№ ${signing.accountId}`],
    ['Телефон', signing.phone === null ? 'не указан' : maskPhone(signing.phone)],
    ...howSigned(signing),
    ...fingerprintRows(signing),
    ...readingRow(signing),
    ...limitationRow(signing),
    ...signing.consents.map((consent): [string, string] => [
      `${consent.title}, версия ${consent.version}`,
      `принято ${formatMoscowTime(consent.givenAt)}, SHA-256 ${consent.sha256}`,
    ]),
  ];
  return [
    {
      type: 'table',
      columns: [
        { title: signing.side, align: 'left' },
        { title: 'Сведения', align: 'left' },
      ],
      rows,
      hasTotal: false,
    },
  ];
}
