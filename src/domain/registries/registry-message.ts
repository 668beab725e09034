import type { RejectReason } from './registry-entry.ts';
import type { VerdictCounts } from './registry-import.ts';

type Nothing = Readonly<Record<string, never>>;

/** What can happen to a registry that its people are told, and what is stored of it; the words are made when it is read. */
export interface RegistryMessageDetails {
  ready: VerdictCounts;
  failed: Nothing;
  /** `upgraded` are the rows whose debtors a simple registry has named before. */
  loaded: VerdictCounts & { readonly upgraded: number };
  withdrawn: Nothing;
  accepted: Nothing;
  rejected: { readonly reason: RejectReason };
  absent_changed: Nothing;
  not_loaded: Nothing;
  bailiffs_denied: Nothing;
  denial_recalled: Nothing;
}
export type RegistryMessageKind = keyof RegistryMessageDetails;
