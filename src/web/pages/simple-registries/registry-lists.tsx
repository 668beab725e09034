import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { entryListsOf } from '#web/features/registries/entry-lists.tsx';
import { commonSimpleEntryList, ofOneRegistry } from './entries-list.tsx';
import { texts } from './texts.ts';

export const { Entries, AbsentEntries } = entryListsOf(
  { ...commonSimpleEntryList, ...ofOneRegistry },
  {
    title: texts.entries.title,
    without: ['registryNumber'],
    entries: { screen: 'simple-entries-of-one', operation: simpleRegistries.entries },
    absent: { screen: 'simple-absent-entries', operation: simpleRegistries.absent },
  },
);
