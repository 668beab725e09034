/** `npm run bench -- NAME…`: runs the named benchmarks, all without a name, and prints the figures with their bars. */

import { measureClose } from './close/close.ts';
import { measureEntryExports, measureExports } from './exports.ts';
import { measureHttp } from './http.ts';
import { measureImport } from './import.ts';
import { measureEntries } from './lists/entries.ts';
import { measureLists } from './lists/lists.ts';
import { measureSearch } from './lists/search.ts';
import { measurePay } from './pay.ts';
import { measureReading } from './reading.ts';
import { type Report, saveReport, write } from './report.ts';
import { measureSettlement } from './settlement.ts';
import { measureStart } from './start.ts';
import { measureSuggest } from './suggest.ts';
import { measureWeb } from './web.ts';

const benchmarks: Record<string, () => Promise<Report>> = {
  start: measureStart,
  http: measureHttp,
  suggest: measureSuggest,
  lists: measureLists,
  exports: measureExports,
  'entry-exports': measureEntryExports,
  reading: measureReading,
  import: measureImport,
  entries: measureEntries,
  settlement: measureSettlement,
  pay: measurePay,
  close: measureClose,
  search: measureSearch,
  web: measureWeb,
};

const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in benchmarks));
if (unknown !== undefined) {
  console.error(`Нет измерения ${unknown}. Есть: ${Object.keys(benchmarks).join(', ')}`);
  process.exit(1);
}
for (const name of names.length > 0 ? names : Object.keys(benchmarks)) {
  const report = await benchmarks[name]!();
  saveReport(name, report);
  console.log(write(report));
}
