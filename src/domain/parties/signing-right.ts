import { type Day, formatDay } from '../values/days.ts';
import { machine, type StatusOf } from '../values/machine.ts';
import { shortName } from '../values/person-name.ts';

/** What may be done in a company's name. A power of attorney names one of them or several; the head may do all. */
export const SIGNING_ACTS = {
  conclude: 'заключать соглашения',
  change: 'изменять и прекращать соглашения и направлять об этом уведомления',
  certify: 'выдавать справки об исполнении',
} as const;
export type SigningAct = keyof typeof SIGNING_ACTS;
export const ALL_SIGNING_ACTS = Object.keys(SIGNING_ACTS) as SigningAct[];

/** A power of attorney is never changed: it ends on its last day, or is revoked before (ГК РФ, ст. 186–188). */
export const powerOfAttorneyMachine = machine('power-of-attorney', {
  first: 'given',
  states: {
    given: { label: 'Выдана', tone: 'success' },
    revoked: { label: 'Отозвана', tone: 'danger' },
  },
  moves: {
    revoke: { from: ['given'], to: 'revoked', by: ['head', 'administrator', 'system'], label: 'Отозвать' },
  },
});
export type PowerOfAttorneyStatus = StatusOf<typeof powerOfAttorneyMachine>;

/** From its date to its last day, both included (ГК РФ, ст. 186: without a date it is void). */
export interface PowerOfAttorney {
  readonly number: string;
  readonly issuedOn: Day;
  readonly validUntil: Day;
  readonly scope: readonly SigningAct[];
  readonly status: PowerOfAttorneyStatus;
}

/** By what right somebody signs for a company (ГК РФ, ст. 53, 182, 185). Where the card of the company names no day, none is told. */
export type SigningGround =
  | { readonly kind: 'charter' }
  | {
      readonly kind: 'power_of_attorney';
      readonly number: string;
      readonly issuedOn: Day | null;
      readonly validUntil: Day | null;
      /** Null for the head of a branch: all that a company's head does. */
      readonly scope: readonly SigningAct[] | null;
    };

/** Who has signed for a company, as it is written down with his signature: what he becomes later changes nothing of it. */
export interface Signatory {
  readonly fullName: string;
  readonly position: string;
  readonly ground: SigningGround;
}

interface Name {
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName?: string | null;
}

/** An employee with his membership in a company. */
export interface Signer extends Name {
  readonly position: string | null;
  /** His role in this membership is that of the company's head. */
  readonly isHead: boolean;
  /** By which he signs in, confirmed by a letter. */
  readonly email: string;
  readonly powers: readonly PowerOfAttorney[];
}

/** By what somebody acts for his company, as its card says. */
export type RepresentativeBasis = 'charter' | 'power_of_attorney';

/** Whom the card of a company names as the one who acts for it, and on what ground. */
export interface CompanyHead extends Name {
  readonly position: string | null;
  readonly basis: RepresentativeBasis;
  readonly basisNumber: string | null;
  readonly basisDate: Day | null;
  readonly basisValidUntil: Day | null;
  /** By which he is known as the one who signs in; null where the card does not say it. */
  readonly email: string | null;
}

export type SigningRight =
  | { readonly ok: true; readonly signatory: Signatory }
  | { readonly ok: false; readonly problem: string };

/**
 * Whether somebody may do acts in his company's name on a day, all of them by one ground. By the charter acts he alone whom the card of the company names
 * and whose role is that of its head: the same person by the e-mail that he has confirmed and the card names, a name alone may be another's.
 * Everybody else needs a power of attorney that is in force on the day and names them.
 */
export function signingRight(
  signer: Signer,
  head: CompanyHead | null,
  acts: readonly SigningAct[],
  today: Day,
): SigningRight {
  const ofHead = signer.isHead && head !== null && samePerson(signer, head) ? rightOfHead(signer, head, today) : null;
  const power = signer.powers
    .filter((one) => isInForce(one, today) && acts.every((act) => one.scope.includes(act)))
    .toSorted((one, other) => (one.validUntil < other.validUntil ? 1 : -1))[0];
  if (ofHead?.ok) return ofHead;
  if (power === undefined) return ofHead ?? refused(whatIsMissing(signer, head, actWords(acts), today));
  const { number, issuedOn, validUntil, scope } = power;
  return signed(signer, signer.position, { kind: 'power_of_attorney', number, issuedOn, validUntil, scope });
}

const refused = (problem: string): SigningRight => ({ ok: false, problem });

function signed(signer: Name, position: string | null, ground: SigningGround): SigningRight {
  if (position === null || position.trim() === '') {
    return refused(
      'Подписать нельзя: в карточке сотрудника не указана должность, а она стоит под подписью. Её указывает руководитель в разделе «Сотрудники»',
    );
  }
  const fullName = [signer.lastName, signer.firstName, signer.middleName].filter(Boolean).join(' ');
  return { ok: true, signatory: { fullName, position, ground } };
}

/** The right of whom the card names: by the charter it has no end, the power of attorney of the head of a branch has one. */
function rightOfHead(signer: Signer, head: CompanyHead, today: Day): SigningRight {
  const position = head.position ?? signer.position;
  if (head.basis === 'charter') return signed(signer, position, { kind: 'charter' });
  const { basisNumber, basisDate: issuedOn, basisValidUntil: validUntil } = head;
  const number = basisNumber ?? 'б/н';
  if (issuedOn !== null && today < issuedOn) return refused(notYetText(number, issuedOn, head));
  if (validUntil !== null && today > validUntil) return refused(expiredText(number, validUntil, head));
  return signed(signer, position, { kind: 'power_of_attorney', number, issuedOn, validUntil, scope: null });
}

const isInForce = ({ status, issuedOn, validUntil }: PowerOfAttorney, today: Day): boolean =>
  status === 'given' && issuedOn <= today && today <= validUntil;

const whoGivesText = (head: CompanyHead | null): string =>
  `Новую заносит руководитель${head ? ` (${shortName(head)})` : ''} в разделе «Сотрудники»`;
const expiredText = (number: string, until: Day, head: CompanyHead | null): string =>
  `Подписать нельзя: доверенность № ${number} действовала по ${formatDay(until)}. ${whoGivesText(head)}`;
const notYetText = (number: string, from: Day, head: CompanyHead | null): string =>
  `Подписать нельзя: доверенность № ${number} действует только с ${formatDay(from)}. ${whoGivesText(head)}`;

/** Why there is no right, and who can give it: of the power that is nearest to one. */
function whatIsMissing(signer: Signer, head: CompanyHead | null, acts: string, today: Day): string {
  const given = signer.powers.filter(({ status }) => status === 'given');
  const other = given.find((one) => isInForce(one, today));
  if (other) {
    return `Подписать нельзя: доверенность № ${other.number} не даёт права ${acts}. ${whoGivesText(head)}`;
  }
  const coming = given.find(({ issuedOn }) => today < issuedOn);
  if (coming) return notYetText(coming.number, coming.issuedOn, head);
  const past = given.toSorted((one, two) => (one.validUntil < two.validUntil ? 1 : -1))[0];
  if (past) return expiredText(past.number, past.validUntil, head);
  if (signer.isHead && head === null) {
    return 'Подписать нельзя: в карточке компании не назван представитель. Заполните раздел «Представитель»: кто действует от имени компании и на каком основании';
  }
  if (signer.isHead && head && sameName(signer, head)) {
    return `Подписать нельзя: вас зовут как представителя из карточки компании, но одного имени мало. Укажите в разделе «Представитель» почту, с которой вы входите; если от имени компании действует другой человек, нужна доверенность`;
  }
  if (signer.isHead && head) {
    return `Подписать нельзя: по карточке компании от её имени действует ${shortName(head)}. Нужна доверенность на право ${acts}: её заносит другой руководитель в разделе «Сотрудники»`;
  }
  return `Подписать нельзя: у вас нет доверенности на право ${acts}. Её заносит руководитель${head ? ` (${shortName(head)})` : ''} в разделе «Сотрудники»`;
}

const actWords = (acts: readonly SigningAct[]): string => acts.map((act) => SIGNING_ACTS[act]).join('; ');

const samePerson = (signer: Signer, head: CompanyHead): boolean =>
  sameName(signer, head) && head.email !== null && head.email.trim().toLowerCase() === signer.email.toLowerCase();

/** Names are compared as people read them: whatever the case, ё or е. */
const sameName = (one: Name, other: Name): boolean => plainName(one) === plainName(other);
const plainName = ({ lastName, firstName, middleName }: Name): string =>
  [lastName, firstName, middleName ?? '']
    .map((part) => part.trim().toLowerCase().replaceAll('ё', 'е'))
    .join(' ')
    .trim();

/** «Устав» or «доверенность № 12 от 10.01.2026, действует по 31.12.2026; право: заключать соглашения». */
export function groundWords(ground: SigningGround): string {
  if (ground.kind === 'charter') return 'Устав';
  const { number, issuedOn, validUntil, scope } = ground;
  const dated = issuedOn === null ? '' : ` от ${formatDay(issuedOn)}`;
  const until = validUntil === null ? '' : `, действует по ${formatDay(validUntil)}`;
  const acts = scope === null ? '' : `; право: ${actWords(scope)}`;
  return `доверенность № ${number}${dated}${until}${acts}`;
}

/** What is under the name of whoever signs for a company. */
export const groundLines = ({ position, ground }: Signatory): string[] => [
  position,
  `Основание: ${groundWords(ground)}`,
];
export const signatoryLines = (signatory: Signatory): string[] => [signatory.fullName, ...groundLines(signatory)];

/** What is wrong with a power of attorney that is entered, by its field. */
export function powerProblems({ issuedOn, validUntil }: Pick<PowerOfAttorney, 'issuedOn' | 'validUntil'>, today: Day) {
  if (validUntil < issuedOn) return { validUntil: 'Раньше даты доверенности' };
  if (validUntil < today) return { validUntil: 'Срок уже прошёл' };
  return null;
}
