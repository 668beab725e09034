import { idsOf } from '../kit/ids.ts';

/** Tokens of letters are url-safe base64. */
export const hasToken = ({ token = '' }: Record<string, string>): boolean => /^[\w-]{1,200}$/.test(token);

/** Codes of documents are letters and digits in fours; one that is mistyped is told so by the page. */
export const hasCode = ({ code = '' }: Record<string, string>): boolean => /^[\w-]{1,40}$/.test(code);

/** Ids are positive whole numbers; anything else names no object at all. */
export const hasId = ({ id = '' }: Record<string, string>): boolean =>
  /^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id));

/** Several ids in one piece, the company's first: `1-12`. */
export const hasIds =
  (count: number) =>
  ({ key }: Record<string, string>): boolean =>
    idsOf(key, count) !== undefined;

/** A claim is read by its creditor and the operators, or by the debtor himself. */
export const claimReading = async () => {
  const { claims, registries } = await import('#contract/registries/registries.ts');
  return [registries.companyEntries, claims.list];
};

/** Requests of both kinds are read by those who take part in them. */
export const requestReading = async () => {
  const { requests } = await import('#contract/settlements/requests.ts');
  return [requests.ofCompany, requests.list];
};
export const simpleRequestReading = async () => {
  const { simpleRequests } = await import('#contract/settlements/simple-requests.ts');
  return [simpleRequests.ofCompany, simpleRequests.list];
};

/** Simple registries are their company's, and what they say of a person is his. */
export const simpleRegistryReading = async () => {
  const { simpleRegistries } = await import('#contract/registries/simple-registries.ts');
  return [simpleRegistries.list, simpleRegistries.own];
};

/** Roles of either side. */
export const roleReading = async () => {
  const { employeeRoles, operatorRoles } = await import('#contract/access/roles.ts');
  return [employeeRoles.list, operatorRoles.list];
};

/** Who keeps the books reads both. */
export const ledgerReading = async () => (await import('#contract/money/ledger.ts')).ledger.lines;
export const differenceReading = async () =>
  (await import('#contract/money/reconciliation.ts')).reconciliation.differences;

/** By which operation each page shows its rows: whoever may not ask for them has no such page. */
export const legalEntitiesList = async () => (await import('#contract/parties/legal-entities.ts')).legalEntities.list;
export const registriesList = async () => (await import('#contract/registries/registries.ts')).registries.list;
export const accountCareList = async () => (await import('#contract/access/account-care.ts')).accountCare.list;
export const employeesList = async () => (await import('#contract/access/employees.ts')).employees.list;
export const operatorsList = async () => (await import('#contract/access/operators.ts')).operators.list;
export const individualCategoriesList = async () =>
  (await import('#contract/platform/dictionaries.ts')).individualCategories.list;
export const authRegistrationTokens = async () => (await import('#contract/access/auth.ts')).auth.registrationTokens;
export const auditList = async () => (await import('#contract/platform/audit.ts')).audit.list;
export const securityEventsList = async () =>
  (await import('#contract/platform/security-events.ts')).securityEvents.list;
export const endingsFeedbacks = async () => (await import('#contract/settlements/endings.ts')).endings.feedbacks;
export const approvalsList = async () => (await import('#contract/platform/approvals.ts')).approvals.list;
export const legalEntityTypesList = async () =>
  (await import('#contract/platform/dictionaries.ts')).legalEntityTypes.list;
export const tariffsList = async () => (await import('#contract/money/tariffs.ts')).tariffs.list;
export const paymentList = async () => (await import('#contract/money/payments.ts')).payments.list;
export const settlementList = async () => (await import('#contract/settlements/settlements.ts')).settlements.list;
export const companyGet = async () => (await import('#contract/parties/legal-entities.ts')).legalEntities.get;
export const agreementTemplatesList = async () =>
  (await import('#contract/documents/agreement-templates.ts')).agreementTemplates.list;
export const settingsGet = async () => (await import('#contract/platform/settings.ts')).settings.get;
export const debugLog = async () => (await import('#contract/platform/debug.ts')).debug.log;
export const registriesGet = async () => (await import('#contract/registries/registries.ts')).registries.get;
export const individualsGet = async () => (await import('#contract/parties/individuals.ts')).individuals.get;
export const individualsList = async () => (await import('#contract/parties/individuals.ts')).individuals.list;
