import type { ApprovalKind } from '#domain/settings/approval.ts';
import type { Writing } from '../ctx.ts';

/** What is proposed, by its kind: each module that carries kinds out declares here what their details are. */
// biome-ignore lint/suspicious/noEmptyInterface: the modules fill it
export interface ApprovalDetails {}

/** The table of what is proposed about. */
export type ApprovalTable =
  | 'individuals'
  | 'legalEntities'
  | 'settlements'
  | 'tariffs'
  | 'payments'
  | 'datedRates'
  | 'operatingCompanies';

/** The details of a kind; a kind that nobody declares has none. */
export type DetailsOf<Kind extends ApprovalKind> = Kind extends keyof ApprovalDetails ? ApprovalDetails[Kind] : null;

/** What has been proposed about an object, as it is done once a second person has approved it. */
export interface Approved<Kind extends ApprovalKind = ApprovalKind> {
  objectType: string;
  objectId: number;
  reason: string;
  details: DetailsOf<Kind>;
}

/** What is done when a proposal of a kind is approved, by the module whose object it is about. */
export type ApprovalExecutors = {
  readonly [Kind in ApprovalKind]?: (ctx: Writing, approved: Approved<Kind>) => Promise<void>;
};
