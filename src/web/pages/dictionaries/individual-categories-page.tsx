import { individualCategories } from '#contract/platform/dictionaries.ts';
import { dictionaryPage } from './dictionary-list.tsx';
import { texts } from './texts.ts';

/** What categories of people there are. */
export default dictionaryPage(individualCategories, { screen: 'individual-categories', ...texts.categories });
