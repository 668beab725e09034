import type { Permitted } from '#contract/kernel/op.ts';
import type { PageAddress } from '#contract/kernel/page-path.ts';
import type { AccountsBehind } from './auth/accounts-behind.ts';
import type { Actor, Ctx, Writing } from './ctx.ts';
import type { Tx } from './database/db.ts';
import type { DB } from './database/schema.ts';

/**
 * What one person can propose and another one decides, by the codes in the database: each module that has such kinds declares
 * here the tables whose rows they are `about` and what their `details` are, null where there are none.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the modules fill it
export interface ApprovalKinds {}
export type ApprovalKind = keyof ApprovalKinds;
/** The tables whose rows proposals of a kind are about. */
export type SubjectTable<Kind extends ApprovalKind = ApprovalKind> = ApprovalKinds[Kind]['about'] & keyof DB;
export type DetailsOf<Kind extends ApprovalKind = ApprovalKind> = ApprovalKinds[Kind]['details'];

/** What has been proposed about an object, once a second person decides about it. */
export interface Proposed<Kind extends ApprovalKind = ApprovalKind> {
  objectType: SubjectTable<Kind>;
  objectId: number;
  reason: string;
  details: DetailsOf<Kind>;
}

/** What its maker is told of a decision. */
interface Reply {
  title: string;
  link: PageAddress;
}
export type Outcome = 'approve' | 'reject';

/** An object of proposals. */
export interface ProposalSubject {
  /** How answers call it: «tariff». */
  readonly type: string;
  /** Where its card is; of what has none the list of proposals says everything. */
  readonly card: (id: number) => PageAddress;
  /** Whose accounts stand behind it: whoever has one of them decides nothing of it. Null of what is about nobody. */
  readonly behind: AccountsBehind | null;
}

interface Rule<Kind extends ApprovalKind> {
  /** What is proposed, as people read it: «Ввести тариф». */
  readonly title: string;
  /** What it may be about, by tables. What people call such an object its table says, or its resource (`name`). */
  readonly about: { readonly [Table in SubjectTable<Kind>]: ProposalSubject };
  /** The right to be the second person. */
  readonly decides: Permitted;
}

/** Operators decide what one of them, or a person, has proposed. */
interface OperatorsRule<Kind extends ApprovalKind> extends Rule<Kind> {
  readonly by: 'operators';
  /** The rights of which an operator needs one to propose it: what he has proposed ends with the last of them. */
  readonly proposes: readonly [Permitted, ...Permitted[]];
  readonly approved: (ctx: Writing, proposed: Proposed<Kind>) => Promise<void>;
  readonly refused?: (ctx: Writing, proposed: Proposed<Kind>, reason: string | undefined) => Promise<void>;
  /** What is told to a maker who is no operator; null to one who is. */
  readonly toMaker?: (
    ctx: Pick<Ctx<Actor, Tx>, 'db'>,
    proposed: Proposed<Kind>,
    makerId: number,
    outcome: Outcome,
  ) => Promise<Reply | null>;
}

/** Those who hold the right in the company of the object decide what its people have asked, by an operation of the module itself. */
interface CompanyRule<Kind extends ApprovalKind> extends Rule<Kind> {
  readonly by: 'company';
}

/** One kind of proposals, declared by the module that carries it out. */
export type ApprovalRule<Kind extends ApprovalKind = ApprovalKind> = OperatorsRule<Kind> | CompanyRule<Kind>;
export type ApprovalRules = { readonly [Kind in ApprovalKind]?: ApprovalRule<Kind> };

/** The tables about whose rows companies decide by themselves; each says in `legalEntityId` which one. */
export const companyTables = (rules: ApprovalRules): string[] => [
  ...new Set(Object.values(rules).flatMap((rule) => (rule.by === 'company' ? Object.keys(rule.about) : []))),
];
