import { invoices } from '#contract/money/invoices.ts';
import { payments } from '#contract/money/payments.ts';
import { allRegistries } from '#contract/registries/registries.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { type RelatedList, RelatedLists } from '#web/kit/detail/related-lists.tsx';
import { cardTexts as t } from './card-texts.ts';

const lists: readonly RelatedList[] = [
  { operation: allRegistries.list, to: '/dashboard/registries', title: t.related.registries },
  { operation: allRegistries.entries, to: '/dashboard/registries-entries', title: t.related.debts },
  { operation: settlements.list, to: '/dashboard/settlements', title: t.related.settlements },
  { operation: payments.list, to: '/dashboard/payments', title: t.related.payments },
  { operation: invoices.list, to: '/dashboard/invoices', title: t.related.invoices },
];

/** What else is known of a company. */
export const Related = ({ legalEntityId }: { legalEntityId: number }) => (
  <RelatedLists title={t.related.title} lists={lists} filter={{ legalEntityId }} />
);
