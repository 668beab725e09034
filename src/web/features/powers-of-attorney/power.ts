import type { powersOfAttorney } from '#contract/access/powers-of-attorney.ts';
import type { Result } from '#contract/kernel/op.ts';

export type Power = Result<typeof powersOfAttorney.list>['items'][number];

/** The place of an employee in a company. */
export interface EmployeeMembership {
  legalEntityId: number;
  membershipId: number;
}
