import type { FILE_SLOTS, SlotOwner } from '../values/file-kinds.ts';
import { type MoveOf, machine, type StatusOf } from '../values/machine.ts';

/** A remark of a verifier at a field of the form; it is there until the person applies again. */
export type FieldRemark = { readonly field: string; readonly text: string };

/**
 * Verification of an account, of an individual and of a legal entity alike (docs/specification.md §4).
 * `reopen` is the change of critical data; `block` and `unblock` take effect after a second operator's approval.
 */
export const verificationMachine = machine('verification', {
  first: 'unverified',
  states: {
    unverified: { label: 'Новое', tone: 'neutral' },
    pending: { label: 'На верификации', tone: 'warning' },
    verified: { label: 'Активно', tone: 'success' },
    blocked: { label: 'Заблокировано', tone: 'danger' },
  },
  moves: {
    apply: { from: ['unverified'], to: 'pending', by: ['individual', 'head'], label: 'Отправить на верификацию' },
    approve: { from: ['pending'], to: 'verified', by: ['operator:verifier', 'administrator'], label: 'Подтвердить' },
    return: { from: ['pending'], to: 'unverified', by: ['operator:verifier'], label: 'Вернуть с замечаниями' },
    withdraw: { from: ['pending'], to: 'unverified', by: ['individual', 'head'], label: 'Отозвать' },
    reopen: {
      from: ['verified'],
      to: 'pending',
      by: ['individual', 'head', 'administrator', 'operator:manager', 'operator:verifier'],
      label: 'Изменить данные',
    },
    block: {
      from: ['unverified', 'pending', 'verified'],
      to: 'blocked',
      by: ['administrator', 'operator:manager'],
      label: 'Заблокировать',
    },
    unblock: {
      from: ['blocked'],
      to: 'unverified',
      by: ['administrator', 'operator:manager'],
      label: 'Разблокировать',
    },
  },
});

export type VerificationStatus = StatusOf<typeof verificationMachine>;
export type VerificationMove = MoveOf<typeof verificationMachine>;

/** What a person's papers say of him: sealed, shown masked, and named so in each paper that he signs. */
export const PERSON_PAPERS = [
  'snils',
  'passport',
  'passportIssuedAt',
  'passportIssuedBy',
  'passportDepartment',
  'regAddress',
] as const;
export type PersonPaper = (typeof PERSON_PAPERS)[number];

/**
 * What verification vouches for, by where it is kept. Whoever changes one of these of a verified object, its owner or an
 * operator, sends the object back to verification.
 */
export const criticalFields = {
  individuals: ['lastName', 'firstName', 'middleName', 'birthDate', 'inn', ...PERSON_PAPERS],
  legalEntities: ['fullName', 'shortName', 'kpp', 'ogrn'],
  representatives: [
    'lastName',
    'firstName',
    'middleName',
    'basis',
    'basisNumber',
    'basisDate',
    'basisValidUntil',
    'inn',
    'snils',
    'passport',
    // By which the head who signs is known.
    'email',
  ],
} as const;

/**
 * The papers by which it vouches, by whose they are. Whoever replaces or removes one of these of a verified object sends it
 * back to verification as well; a paper that was not there before changes nothing of what was looked at.
 */
export const CRITICAL_PAPERS = {
  individual: ['passport', 'registration', 'selfie', 'snils', 'inn'],
  legalEntity: ['charter', 'registration', 'licence'],
  representative: ['passport', 'registration', 'authority'],
} as const satisfies { readonly [O in SlotOwner]?: readonly (keyof (typeof FILE_SLOTS)[O])[] };

const criticalPapers: Readonly<Record<string, readonly string[]>> = CRITICAL_PAPERS;

/** Whether verification looks at the paper of this slot. */
export const isCriticalPaper = (owner: string, kind: string): boolean => criticalPapers[owner]?.includes(kind) ?? false;
