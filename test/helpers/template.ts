import { prepareDatabase } from '#server/app.ts';
import { operatingCompanies } from './operating.ts';
import { runAlone } from './server.ts';

/**
 * Everything a server does to a database before it serves, done once for the template that all tests clone. Its business day is tomorrow's:
 * no run that comes past midnight closes a day beside its tests.
 */
export async function prepareTemplate(connectionString: string): Promise<void> {
  await prepareDatabase({ connectionString }, operatingCompanies);
  await runAlone(connectionString, 'update business_days set day = day + 1');
}
