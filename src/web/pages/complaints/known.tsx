import { type Fact, Facts } from '#web/ui/display/facts.tsx';

/** What is known of it: what there is nothing of takes no place. */
export const Known = ({ items }: { items: readonly Fact[] }) => (
  <Facts items={items.filter(({ value }) => value !== null && value !== '' && value !== false)} />
);
