import { legalEntityTypes } from '#contract/platform/dictionaries.ts';
import { dictionaryPage } from './dictionary-list.tsx';
import { texts } from './texts.ts';

/** What kinds of companies there are. */
export default dictionaryPage(legalEntityTypes, { screen: 'legal-entity-types', ...texts.types });
