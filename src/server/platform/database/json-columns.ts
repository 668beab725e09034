import type { ColumnType } from 'kysely';
import type { AddendumTerms } from '#domain/documents/addendum-template.ts';
import type { AgreementSnapshot } from '#domain/documents/agreement-snapshot.ts';
import type { AnnulmentTerms } from '#domain/documents/annulment-template.ts';
import type { Clause } from '#domain/documents/document-template.ts';
import type { CorrectionFacts, InvoiceFacts } from '#domain/money/invoice-lines.ts';
import type { LedgerEvent } from '#domain/money/ledger.ts';
import type { QuotedFee, Tariff } from '#domain/money/tariff.ts';
import type { StoredDecision } from '#domain/negotiation/decision.ts';
import type { PolicyBand } from '#domain/negotiation/policy-band.ts';
import type { DesiredPlan } from '#domain/negotiation/request.ts';
import type { Signatory } from '#domain/parties/signing-right.ts';
import type { FieldRemark } from '#domain/parties/verification.ts';
import type { RateFields } from '#domain/rates/rate-kinds.ts';
import type { EntryContent } from '#domain/registries/registry-entry.ts';
import type { HeaderMapping, StoredHeading } from '#domain/registries/registry-header.ts';
import type { VerdictCounts } from '#domain/registries/registry-import.ts';
import type { RegistryMessageDetails, RegistryMessageKind } from '#domain/registries/registry-message.ts';
import type { SettingValues } from '#domain/settings/settings.ts';
import type { StoredLayout } from '#domain/settings/table-layout.ts';
import type { Debt } from '#domain/settlements/debt-structure.ts';
import type { DisputedPart } from '#domain/settlements/disputed-parts.ts';
import type { PenaltyRule } from '#domain/settlements/penalty.ts';
import type { PenaltyTerm } from '#domain/settlements/penalty-accrual.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import type { DetailsOf } from '../approvals.ts';

/** What JSON can say. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
/** A row as a trigger of the audit has stored it, by the names of its columns in the database; or what else an act of the audit says. */
export type Image = { readonly [column: string]: Json | undefined };

/** What an erasure has done, by the names of tables; what stays, by which law. */
export interface ErasureAct {
  deleted: Record<string, number>;
  blanked: Record<string, number>;
  kept: Record<string, string>;
  files: number;
  auditRows: number;
}

/**
 * What each jsonb column holds, by table and column. `npm run db:types` types the columns of schema.ts by it, so a column
 * that is missing here does not compile.
 */
interface JsonColumns {
  agreements: { snapshot: AgreementSnapshot };
  /** By the kind of the approval. */
  approvals: { details: NonNullable<DetailsOf> };
  auditLog: { before: Image; after: Image };
  /** Of a message about a registry what is told of it; of others nothing. */
  chatMessages: { details: Readonly<Record<string, never>> | RegistryMessageDetails[RegistryMessageKind] };
  datedRates: { value: RateFields };
  documentTemplates: { clauses: readonly Clause[] };
  erasures: { act: ErasureAct };
  individuals: { remarks: readonly FieldRemark[] };
  invoiceCorrections: { facts: CorrectionFacts };
  invoices: { facts: InvoiceFacts };
  ledgerEntries: { event: LedgerEvent };
  legalEntities: { remarks: readonly FieldRemark[] };
  /** No verdicts are counted before the first reading. */
  registries: { counts: Partial<VerdictCounts>; headers: readonly StoredHeading[]; notes: readonly string[] };
  /** The columns of the file, by their names in the database. */
  registryEntryVersions: { content: EntryContent };
  registryMappings: { mapping: HeaderMapping };
  registryMessages: { details: RegistryMessageDetails[RegistryMessageKind] };
  requests: { desiredPlan: DesiredPlan };
  retentionRuns: { counts: Readonly<Record<string, number>> };
  rnkoForms: { remarks: readonly FieldRemark[] };
  savedViews: { view: StoredLayout };
  /** Without what was added to the settings since; a value may be outside of the limits of today. */
  settings: { kept: Partial<SettingValues> };
  /** Bands from before a condition existed are without it. */
  settlementPolicies: { bands: readonly Partial<PolicyBand>[]; signatory: Signatory };
  settlements: {
    band: Partial<PolicyBand>;
    debt: Debt;
    disputed: readonly DisputedPart[];
    penalty: PenaltyRule;
    penaltyTerms: readonly PenaltyTerm[];
    tariff: Tariff;
  };
  /** Of a company; null of a debtor, and in rows from before it was stored. */
  signatures: { signatory: Signatory };
  creditorSignatures: { signatory: Signatory };
  statusHistory: { remarks: readonly FieldRemark[] };
  /** An annulment proposes no plan. */
  termsOffers: {
    decision: StoredDecision;
    disputed: readonly DisputedPart[];
    fee: QuotedFee;
    penalty: PenaltyRule;
    plan: Plan | Readonly<Record<string, never>>;
    rows: readonly ScheduleRow[];
    /** Of a change of an agreement in force: what its paper says besides the sides. */
    told: AddendumTerms | AnnulmentTerms;
  };
}

declare const held: unique symbol;
/** The text of a value, as a jsonb column takes it. */
type JsonText<Value> = string & { readonly [held]: Value };

/** The driver writes arrays as those of SQL, so what goes into a jsonb column is always given as text. */
export const jsonText = <const Value extends object>(value: Value): JsonText<Value> =>
  JSON.stringify(value) as JsonText<Value>;

/** A jsonb column: read as what it holds, written as the text of that. */
export type JsonColumn<Table extends keyof JsonColumns, Column extends keyof JsonColumns[Table]> = ColumnType<
  JsonColumns[Table][Column],
  JsonText<JsonColumns[Table][Column]>,
  JsonText<JsonColumns[Table][Column]>
>;
