import type { ComponentProps } from 'react';
import { dataRubricator } from '#contract/platform/data-rubricator.ts';
import type { FieldProps } from '#web/ui/fields/field.tsx';
import { SuggestField } from '#web/ui/fields/suggest-field.tsx';
import { call } from '../data/api.ts';
import { useSuggestions } from './use-suggestions.ts';

/** An address: suggested as it is typed, and free all the same. */
export function AddressField({
  onTake,
  ...field
}: { onTake: (address: string) => void } & FieldProps & ComponentProps<'input'>) {
  const { suggestions, onAsk } = useSuggestions(async (query, signal) => {
    const { items } = await call(dataRubricator.address, { body: { query }, signal });
    return items;
  });
  return (
    <SuggestField
      {...field}
      suggestions={suggestions.map(({ value, postalCode }) => ({ value, hint: postalCode ?? undefined }))}
      onAsk={onAsk}
      onTake={(index) => onTake(suggestions[index]!.value)}
    />
  );
}
