import type { Operation } from '#contract/kernel/op.ts';
import { exactTotal } from '#contract/kernel/page.ts';
import { useChosenInView } from '#web/ui/chosen-in-view.ts';
import { useRead } from '../data/query.ts';
import type { StatusTabs } from './definition.ts';
import styles from './screen.module.css';
import type { Filter, ListChange, ListState } from './state.ts';
import { texts } from './texts.ts';

interface TabsProps {
  status: StatusTabs;
  /** The objects that the list is of, as its company. */
  params: Readonly<Record<string, number>> | undefined;
  state: ListState;
  /** The filters that the server is asked with. */
  asked: Filter;
  onChange: ListChange;
}

/** The statuses of a list side by side, «Все» first, each with the number of its rows where the server counts them. */
export function Tabs(props: TabsProps) {
  const { counts } = props.status;
  return counts ? <CountedTabs {...props} operation={counts} /> : <PlainTabs {...props} />;
}

function CountedTabs({ operation, ...props }: TabsProps & { operation: Operation }) {
  const { params, state } = props;
  const { q } = state;
  const query = { ...(q && { q }), filter: props.asked };
  const { data } = useRead(operation, { params, query });
  return <PlainTabs {...props} counts={(data as { counts: Counts } | undefined)?.counts} />;
}

type Counts = Readonly<Record<string, number>>;

function PlainTabs({
  status,
  state,
  onChange,
  counts,
}: Omit<TabsProps, 'asked' | 'params'> & { counts?: Counts | undefined }) {
  const { [status.filter]: chosen, ...others } = state.filter;
  const strip = useChosenInView<HTMLDivElement>(String(chosen));
  const choose = (value?: string) => {
    const filter = { ...others, ...(value && { [status.filter]: [value] }) };
    // The order of a queue belongs to the queue: it is neither remembered nor carried to another tab.
    const order = status.sorts && { sort: value ? status.sorts[value] : undefined };
    onChange({ filter, ...order }, { remember: false });
  };
  const tab = (text: string, count: number | undefined, value?: string) => (
    <button
      type="button"
      key={text}
      aria-pressed={((chosen as string[] | undefined) ?? []).join() === (value ?? '')}
      onClick={() => choose(value)}
    >
      {text}
      {count !== undefined && <small>{texts.count(count, exactTotal)}</small>}
    </button>
  );
  return (
    <div ref={strip} role="group" aria-label={status.label ?? texts.statuses} className={styles.tabs}>
      {tab(texts.all, counts?.['all'])}
      {Object.entries(status.choices).map(([value, text]) => tab(text, counts?.[value], value))}
    </div>
  );
}
