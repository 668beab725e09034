import { registries } from '#contract/registries/registries.ts';
import { entryListsOf } from '#web/features/registries/entry-lists.tsx';
import { commonEntryList } from './entries-list.tsx';
import { texts } from './texts.ts';

export const { Entries, AbsentEntries } = entryListsOf(commonEntryList, {
  title: texts.entries.part,
  without: ['creditor', 'registryNumber'],
  entries: { screen: 'registry-entries-of-one', operation: registries.entries },
  absent: { screen: 'registry-absent-entries', operation: registries.absent },
});
