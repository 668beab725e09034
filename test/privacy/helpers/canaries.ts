/** Personal values that occur nowhere else, so that each place where one turns up is a leak. */
export const canaries = {
  lastName: 'Канарейкина',
  firstName: 'Жозефинапернатая',
  middleName: "О'Птицевна",
  fullName: 'ООО «Канареечный дом»',
  shortName: 'Канареечный дом',
  legalAddress: '603001, Клеточный проезд, дом 17',
  site: 'https://perya-i-klyuv.example',
  position: 'Смотрительница клюва',
  reason: 'Звонок хохлатой тёще',
  name: 'Роль хохлатых',
  email: 'zholtaya.ptichka@perya.example',
  login: 'zholtaya.ptichka@perya.example',
  phone: '+7 903 555-17-29',
  inn: '500100732259',
  kpp: '773391017',
  snils: '112-233-445 95',
  birthDate: '1973-08-29',
  passport: { series: '4519', number: '739182' },
  creditorName: 'ООО «Канареечный дом»',
  creditorInn: '500100732259',
  newCreditorInn: '500100732259',
  contractNumber: 'KLYUV-17/2024',
  comment: 'Хохлатая тёща не платит',
  password: 'zerno-Prosa-8812-klyuv',
  current: 'zerno-Prosa-8812-klyuv',
  token: 'KlyuvToken-0000000000000000000000000000-Abc',
  invitation: 'KlyuvToken-0000000000000000000000000000-Abc',
  enrolment: '1.KlyuvEnrolment-00000000',
  code: '917302',
} as const;

/** What a browser tells of itself and of its owner. */
export const canaryHeaders = {
  'user-agent': 'PernatyBrowser/7.1',
  'x-forwarded-for': '203.0.113.177',
};

/** Pieces by which the values are known again, however they are cut or written. */
const needles = [
  'канаре(й|еч)',
  'жозефина',
  'птицевн',
  'клеточный',
  'klyuv',
  'смотрительниц',
  'хохлат',
  'zholtaya',
  'perya',
  '9035551729',
  '555-17-29',
  '500100732259',
  '773391017',
  '11223344595',
  '112-233-445',
  '1973-08-29',
  '739182',
  'zerno',
  '917302',
  'pernaty',
  '203\\.0\\.113\\.177',
];
const pattern = new RegExp(needles.join('|'), 'giu');

/** Numbers of incidents, fingerprints and the parts of a second are random: one of many holds six digits of a canary by chance. */
const random = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{64}\b|(?<=\d\d:\d\d:\d\d)\.\d{1,6}\b/g;

/** The canaries in a text, also where it is written in escapes of JSON or of an address. */
export function canariesIn(text: string): string[] {
  const readable = text
    .replace(random, '')
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/(%[0-9a-f]{2})+/gi, (encoded) => Buffer.from(encoded.replaceAll('%', ''), 'hex').toString());
  return [...new Set(readable.match(pattern) ?? [])];
}
