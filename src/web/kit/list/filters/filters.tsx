import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { Button } from '#web/ui/button.tsx';
import { DropPanel } from '#web/ui/overlays/drop-panel.tsx';
import type { FilterWords, StatusTabs } from '../definition.ts';
import panels from '../panels.module.css';
import styles from '../screen.module.css';
import { isNothing, type ListChange, type ListState } from '../state.ts';
import { texts } from '../texts.ts';
import { Chip } from './chip.tsx';
import { describeFilter, type FilterKind, isSought, kindsOf } from './filter-kinds.ts';

/** Its masks are heavy, and most lists are looked through without them. */
const FilterField = lazy(() => import('./filter-field.tsx'));
/** What it asks the names of belongs to other pages. */
const SoughtChip = lazy(() => import('./sought-chip.tsx'));

interface FiltersProps {
  operation: Operation;
  words: Readonly<Record<string, FilterWords>> | undefined;
  status: StatusTabs | undefined;
  state: ListState;
  onChange: ListChange;
}

/** What narrows the list: a chip for each filter that is set, and a panel with all that the operation takes. */
export function Filters({ operation, words = {}, status, state, onChange }: FiltersProps) {
  const kinds = Object.entries(kindsOf(operation)).filter(([name]) => words[name]);
  if (kinds.length === 0) return null;
  const set = (name: string, value: unknown) => onChange({ filter: { ...state.filter, [name]: value } });
  const chips = kinds.filter(([name]) => !isNothing(state.filter[name]) && !isTab(status?.filter, name, state));
  return (
    <>
      <DropPanel
        title={texts.filters.title}
        label={
          <>
            <SlidersHorizontal size={16} aria-hidden="true" />
            {texts.filters.more}
          </>
        }
      >
        <div className={panels.filters}>
          <Suspense>
            {soughtFirst(kinds).map(([name, kind]) => (
              <FilterField
                key={name}
                kind={kind}
                words={words[name]!}
                value={state.filter[name]}
                onChange={(value) => set(name, value)}
              />
            ))}
          </Suspense>
          <Button variant="quiet" onClick={() => onChange({ filter: {} })}>
            {texts.reset}
          </Button>
        </div>
      </DropPanel>
      <ul aria-label={texts.filters.chosen} className={styles.chips}>
        {chips.map(([name, kind]) => (
          <SetFilter
            key={name}
            kind={kind}
            words={words[name]!}
            value={state.filter[name]}
            onRemove={() => set(name, undefined)}
          />
        ))}
      </ul>
    </>
  );
}

/** One chosen status is shown by its tab already. */
const isTab = (tabs: string | undefined, name: string, { filter }: ListState): boolean =>
  tabs === name && (filter[name] as unknown[]).length === 1;

/** What is found for them drops below their fields, and at the end of the panel nobody would see it. */
const soughtFirst = (kinds: readonly [string, FilterKind][]) =>
  kinds.toSorted(([, one], [, other]) => Number(isSought(other)) - Number(isSought(one)));

interface SetFilterProps {
  kind: FilterKind;
  words: FilterWords;
  value: unknown;
  onRemove: () => void;
}

function SetFilter({ kind, words, value, onRemove }: SetFilterProps) {
  if (!isSought(kind)) return <Chip text={describeFilter(kind, words, value)} onRemove={onRemove} />;
  return (
    <Suspense>
      <SoughtChip kind={kind} label={words.label} id={value as number} onRemove={onRemove} />
    </Suspense>
  );
}
