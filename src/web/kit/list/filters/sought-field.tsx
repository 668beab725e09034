import { useState } from 'react';
import { search } from '#contract/platform/search.ts';
import { call } from '#web/kit/data/api.ts';
import { useSuggestions } from '#web/kit/suggest/use-suggestions.ts';
import { SuggestField } from '#web/ui/fields/suggest-field.tsx';
import { texts } from '../texts.ts';
import type { SoughtKind } from './filter-kinds.ts';
import { useNameOf } from './sought-name.ts';

const t = texts.filters;

/** Whoever a list is filtered by, found by a name or an ИНН as in the palette. What is typed counts once somebody is chosen. */
export function SoughtField({
  kind,
  label,
  value,
  onChange,
}: {
  kind: SoughtKind;
  label: string;
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}) {
  const name = useNameOf(kind, value);
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const { suggestions, isNothing, onAsk } = useSuggestions(async (q, signal) => {
    const { items } = await call(search.find, { query: { q }, signal });
    return items.filter((hit) => hit.kind === kind);
  });
  const choose = (id: number | undefined) => {
    setTyped(undefined);
    if (id !== value) onChange(id);
  };
  const leave = () => {
    setLeft(true);
    if (typed?.trim() === '') choose(undefined);
  };
  const isOpen = typed !== undefined && typed.trim() !== '';
  const error = isOpen && isNothing ? t.nobody : isOpen && isLeft ? t.choose : undefined;
  return (
    <SuggestField
      label={label}
      optional
      hint={t.soughtHint[kind]}
      error={error}
      maxLength={100}
      value={typed ?? name ?? ''}
      suggestions={suggestions.map(({ title, detail }) => ({ value: title, hint: detail }))}
      onAsk={(text) => {
        setLeft(false);
        setTyped(text);
        onAsk(text);
      }}
      onTake={(index) => choose(suggestions[index]!.id)}
      onBlur={leave}
    />
  );
}
