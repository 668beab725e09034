import { prepareDatabase } from '#server/app.ts';
import { operatingCompanies } from './operating.ts';

/** Everything a server does to a database before it serves, done once for the template that all tests clone. */
export async function prepareTemplate(connectionString: string): Promise<void> {
  await prepareDatabase({ connectionString }, operatingCompanies);
}
