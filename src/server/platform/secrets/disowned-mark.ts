import type { Secrets } from './secrets.ts';

/**
 * What stands in place of the ИНН of somebody who has called a debt not his, once his data are taken away: nobody is read from it, and
 * the same ИНН is known by it when it comes again (docs/decisions/0127).
 */
export const disownedMark = (secrets: Secrets, inn: string): string =>
  `mark-${secrets.mark('simple_registry_entries.debtor_inn', inn)}`;
