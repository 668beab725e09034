import type { ComponentProps } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { dataRubricator } from '#contract/platform/data-rubricator.ts';
import type { FieldProps } from '#web/ui/fields/field.tsx';
import { SuggestField } from '#web/ui/fields/suggest-field.tsx';
import { call } from '../data/api.ts';
import { useSuggestions } from './use-suggestions.ts';

type SuggestedCompany = Result<typeof dataRubricator.legalEntity>['items'][number];

/** A company by its ИНН or name: what is known of it comes along when it is taken. */
export function CompanyField({
  onTake,
  ...field
}: { onTake: (company: SuggestedCompany) => void } & FieldProps & ComponentProps<'input'>) {
  const { suggestions, onAsk } = useSuggestions(async (query, signal) => {
    const { items } = await call(dataRubricator.legalEntity, { body: { query }, signal });
    return items;
  });
  return (
    <SuggestField
      {...field}
      suggestions={suggestions.map(({ name, inn, address }) => ({
        value: name,
        hint: [inn, address].filter(Boolean).join(', '),
      }))}
      onAsk={onAsk}
      onTake={(index) => onTake(suggestions[index]!)}
    />
  );
}
