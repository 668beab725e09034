import { payments } from '#contract/money/payments.ts';
import { deliveries } from '#contract/platform/deliveries.ts';
import { allRegistries } from '#contract/registries/registries.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import { type RelatedList, RelatedLists } from '#web/kit/detail/related-lists.tsx';
import { cardTexts as t } from './card-texts.ts';

const lists: readonly RelatedList[] = [
  { operation: allRegistries.entries, to: '/dashboard/registries-entries', title: t.related.debts },
  { operation: settlements.list, to: '/dashboard/settlements', title: t.related.settlements },
  { operation: payments.list, to: '/dashboard/payments', title: t.related.payments },
  { operation: deliveries.list, to: '/deliveries', title: t.related.deliveries },
];

/** What else is known of a person. */
export const Related = ({ individualId }: { individualId: number }) => (
  <RelatedLists title={t.related.title} lists={lists} filter={{ individualId }} />
);
