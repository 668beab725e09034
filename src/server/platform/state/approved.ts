import type { ApprovalKind } from '#domain/settings/approval.ts';
import type { Actor, Ctx } from '../ctx.ts';
import type { Tx } from '../database/db.ts';

/** What has been proposed about an object, as it is done once a second person has approved it. */
export interface Approved {
  objectType: string;
  objectId: number;
  reason: string;
  details: unknown;
}

/** What is done when a proposal of a kind is approved, by the module whose object it is about. */
export type ApprovalExecutors = Readonly<
  Partial<Record<ApprovalKind, (ctx: Ctx<Actor, Tx>, approved: Approved) => Promise<void>>>
>;
