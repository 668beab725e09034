import type { DB } from '#server/platform/database/schema.ts';

/**
 * What a column holds of people. Personal ones go into a person's export and are blanked when he is erased:
 * - `name`, `contact`, `identity` (numbers of papers, birth), `account` (where he is paid to), `origin` (address of the
 *   network, browser), `free` (what somebody has typed, so anybody may be named in it);
 * the others tell nothing of a person by themselves:
 * - `code` (a word of ours, a number, a hash), `company` (a legal entity's), `secret` (opens something: never exported),
 *   `derived` (follows from the columns beside it).
 */
type PersonalClass = 'name' | 'contact' | 'identity' | 'account' | 'origin' | 'free';
type ColumnClass = PersonalClass | 'code' | 'company' | 'secret' | 'derived';

const personalClasses: readonly string[] = ['name', 'contact', 'identity', 'account', 'origin', 'free'];

type Classes = Partial<Record<ColumnClass, string>>;

const person = { name: 'last_name first_name middle_name' } as const;
const entry = {
  ...person,
  identity: 'debtor_inn birth_date',
  contact: 'phone email',
  derived: 'search content_hash',
} as const;

/**
 * Each column of text, of data and of birth in the database, by table: the one place where it is said what it holds
 * (docs/quality.md PD4). A test compares it with the migrations, so a new column without a class fails.
 */
export const columnClasses: Readonly<Record<keyof DB, Classes>> = {
  accounts: { contact: 'email phone', secret: 'password_hash totp_sealed', code: 'kind status', derived: 'search' },
  agreements: { identity: 'snapshot', code: 'snapshot_sha256' },
  approvals: { free: 'reason decision_reason details', code: 'kind object_type status' },
  auditErasures: { code: 'sha256' },
  auditLog: {
    free: 'before after reason',
    origin: 'ip user_agent',
    code: 'kind operation action object_type request_id',
  },
  auditSeals: { code: 'hash' },
  auditSettled: {},
  auditVerifications: { code: 'hash' },
  backgroundTasks: { secret: 'query_sealed file_key', code: 'operation title state file_name message' },
  companyFeatures: { code: 'feature' },
  consentDocuments: { code: 'kind title body sha256 wording_sha256 audience' },
  consents: { origin: 'ip', code: 'channel' },
  dataKeys: { secret: 'wrapped' },
  demonstration: {},
  differences: { free: 'purpose comment', code: 'reference kind statement_id movement status decision' },
  documentTemplates: { code: 'kind title clauses sha256' },
  employees: person,
  entryNotices: { code: 'channel status reason about' },
  entryTallies: { code: 'kind status' },
  erasures: { code: 'status kept_by act audit_digest' },
  idempotencyRecords: { secret: 'request_hash answer_sealed', code: 'operation key' },
  individualCategories: { code: 'name help' },
  individuals: {
    ...person,
    identity:
      'birth_date inn snils_sealed passport_sealed passport_issued_at_sealed passport_issued_by_sealed passport_department_sealed reg_address_sealed',
    free: 'remarks',
    code: 'verification_status identification_level editors',
    derived: 'search',
  },
  issuedDocuments: {
    identity: 'facts_sealed',
    secret: 'file_key',
    code: 'kind number facts_sha256 verify_code status sha256',
  },
  knownDevices: { secret: 'token_hash' },
  ledgerAccounts: { code: 'code grows holder' },
  ledgerBalances: { code: 'account' },
  ledgerEntries: { code: 'kind event' },
  ledgerLines: { code: 'account side' },
  legalEntities: {
    company: 'full_name short_name inn kpp ogrn legal_address phone email site remarks',
    code: 'verification_status editors',
    derived: 'search',
  },
  legalEntityTypes: { code: 'name help interest_right' },
  letters: { contact: 'recipient', secret: 'contents_sealed', code: 'template status problem provider_id' },
  memberships: { company: 'position' },
  nodes: { code: 'id storage process' },
  notices: {},
  notifications: { free: 'detail', code: 'title link topic about_type' },
  oneTimeCodes: { secret: 'subject_sealed code_hash', code: 'purpose' },
  operators: person,
  ownedFiles: { code: 'place kind' },
  partnerMessages: { code: 'id type partner' },
  paymentAllocations: {},
  paymentDetails: {
    name: 'recipient_name',
    account: 'number_sealed recipient_inn',
    code: 'kind number_mark bank_name bik corr_account',
  },
  payments: { free: 'comment', code: 'number channel status partner_id pay_url fail_reason stated_by' },
  permissions: { code: 'code group_name name method path' },
  rateLimits: { code: 'key' },
  reconciliations: {},
  recoveryCodes: { secret: 'code_hash' },
  refundAllocations: {},
  refundRequests: { free: 'reason answer', code: 'status' },
  refunds: { free: 'reason', code: 'status partner_id fail_reason' },
  registrationTokens: { contact: 'email', company: 'position', secret: 'token_hash payload_sealed', code: 'kind' },
  registries: { company: 'name basis_number', code: 'kind basis status phase failure headers notes counts' },
  registryEntries: {
    ...entry,
    identity: 'debtor_inn birth_date person_sealed',
    free: 'comment',
    company: 'cedent_name cedent_inn cession_ref',
    code: 'status tz contact_flag contract_number contract_kind stage case_no court basis external_id',
  },
  registryEntryVersions: { identity: 'content person_sealed' },
  registryMappings: { code: 'kind mapping' },
  registryMessages: { code: 'kind details' },
  registryProblems: { code: 'found_in column_code severity code message value' },
  registryReads: {},
  registryRows: {
    ...entry,
    identity: 'debtor_inn birth_date person_sealed cells_sealed',
    free: 'comment',
    company: 'cedent_name cedent_inn cession_ref',
    code: 'contract_number external_id tz contact_flag contract_kind stage case_no court basis',
    derived: 'content_hash',
  },
  registrySnapshots: { code: 'verdict' },
  registryVerdicts: { code: 'verdict' },
  representatives: {
    ...person,
    identity: 'inn snils_sealed passport_sealed',
    contact: 'phone email',
    company: 'position basis basis_number',
  },
  requests: {
    free: 'comment decline_comment',
    company: 'creditor_inn creditor_name suggested_inn',
    code: 'number started_by status contract_number debt_reason desired_plan decline_reason close_reason',
    derived: 'search',
  },
  restorePasswordTokens: { secret: 'token_hash' },
  retentionRuns: { code: 'counts' },
  rnkoForms: { company: 'form_sealed reason remarks', code: 'status partner_id' },
  rnkoIdentities: {
    identity: 'data_sealed',
    free: 'fail_reason',
    code: 'status wanted_level partner_id',
    secret: 'action_url',
  },
  rolePermissions: {},
  roles: { code: 'kind code name' },
  rowCounts: { code: 'list status' },
  savedViews: { free: 'name query view', code: 'screen' },
  scheduleItems: { code: 'status' },
  securityAlerts: { code: 'kind' },
  securityEvents: { origin: 'network', code: 'kind operation login_mark' },
  sessions: { origin: 'ip user_agent', secret: 'token_hash', code: 'end_reason' },
  settlementPolicies: { code: 'bands' },
  settings: { code: 'kept' },
  settlements: {
    free: 'feedback_text feedback_reason search',
    code: 'number status debt turn plan_kind close_reason band tariff feedback_status penalty penalty_terms',
  },
  signatures: { origin: 'ip user_agent', code: 'side method terms_hash' },
  simpleRegistryEntries: {
    ...entry,
    free: 'comment reject_comment',
    code: 'status tz contact_flag contract_number contract_kind external_id notification_channel reject_reason',
  },
  simpleRequests: { company: 'creditor_inn creditor_name', code: 'stage status' },
  statusHistory: { free: 'reason remarks', code: 'machine object_type move from_status to_status' },
  storedFiles: { free: 'name', secret: 'key', code: 'kind sha256 scan' },
  datedRates: { code: 'kind key value source' },
  operatingCompanies: { code: 'kind name ogrn inn address licence phone email' },
  tariffs: { code: 'name payer base vat_mode collect' },
  termsOffers: {
    free: 'comment reject_reason',
    code: 'side plan rows terms_hash status decision fee kind penalty',
  },
};

/** The columns of a table that belong to one of the classes, in the database's spelling. */
export function columnsOf(table: keyof DB, isWanted: (name: ColumnClass) => boolean): string[] {
  const classes = Object.entries(columnClasses[table]) as [ColumnClass, string][];
  return classes.filter(([name]) => isWanted(name)).flatMap(([, columns]) => columns.split(' '));
}

export const isPersonal = (name: ColumnClass): name is PersonalClass => personalClasses.includes(name);
/** What is nobody's to take away: keys to the system, and what only repeats the columns beside it. */
export const isShown = (name: ColumnClass): boolean => name !== 'secret' && name !== 'derived';

/** The name of a table or of a column in the database. */
export const inTable = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
