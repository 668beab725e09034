import { Bookmark, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { savedViews } from '#contract/platform/saved-views.ts';
import type { Screen } from '#contract/platform/screens.ts';
import { useRead, useWrite } from '#web/kit/data/query.ts';
import { Can } from '#web/kit/session/can.tsx';
import { useCompany } from '#web/kit/session/company.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { DropPanel } from '#web/ui/overlays/drop-panel.tsx';
import panels from '../panels.module.css';
import styles from '../screen.module.css';
import { texts } from '../texts.ts';
import { readLayout, type TableLayout } from './table-layout.ts';

const t = texts.views;
type View = Result<typeof savedViews.save>;

interface ViewsProps {
  screen: Screen;
  /** The list as it is now, in the form in which a view keeps it. */
  query: string;
  look: TableLayout;
  onOpen: (query: string, look: TableLayout) => void;
}

/** The saved views of a list: one's own and those that colleagues have shared. */
export function Views({ screen, query, look, onOpen }: ViewsProps) {
  const { data } = useRead(savedViews.list, { query: { screen } });
  const views = data?.items ?? [];
  const current = views.find((view) => view.query === query);
  const label = (
    <>
      <Bookmark size={16} aria-hidden="true" />
      <span className={styles.name}>{current?.name ?? t.title}</span>
    </>
  );
  return (
    <DropPanel label={label} title={t.title}>
      {(close) => (
        <div className={panels.columns}>
          {views.length === 0 && <p className="dim small">{t.none}</p>}
          <ul className={panels.order}>
            {views.map((view) => (
              <ViewItem
                key={view.id}
                view={view}
                isCurrent={view === current}
                onOpen={() => {
                  close();
                  onOpen(view.query, readLayout(view.table));
                }}
              />
            ))}
          </ul>
          <SaveView screen={screen} query={query} look={look} />
        </div>
      )}
    </DropPanel>
  );
}

function ViewItem({ view, isCurrent, onOpen }: { view: View; isCurrent: boolean; onOpen: () => void }) {
  const remove = useWrite(savedViews.remove);
  return (
    <li>
      <button type="button" className={panels.saved} aria-current={isCurrent || undefined} onClick={onOpen}>
        {view.name}
        {view.shared && <small className="dim">{t.sharedMark}</small>}
      </button>
      {view.own && (
        <button
          type="button"
          className={panels.mover}
          aria-label={t.remove(view.name)}
          onClick={() => remove.mutate({ params: { id: view.id } })}
        >
          <Trash2 size={14} aria-hidden="true" />
        </button>
      )}
    </li>
  );
}

function SaveView({ screen, query, look }: Omit<ViewsProps, 'onOpen'>) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const save = useWrite(savedViews.save);
  const share = useWrite(savedViews.share);
  const company = useCompany();
  const error = save.error ?? share.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const { columns, ...rest } = look;
    const view = { screen, name, query, table: { ...rest, ...(columns && { columns: [...columns] }) } };
    const onSuccess = () => setName('');
    if (shared) share.mutate({ body: { ...view, ...(company && { legalEntityId: company.id }) } }, { onSuccess });
    else save.mutate({ body: view }, { onSuccess });
  };
  return (
    <form className={panels.columns} onSubmit={submit}>
      <TextField label={t.name} value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
      <Can op={savedViews.share}>
        <Checkbox label={t.shared} checked={shared} onChange={({ target }) => setShared(target.checked)} />
      </Can>
      {error && <Notice tone="danger">{Object.values(error.fields).join(' ') || error.message}</Notice>}
      <Button type="submit" busy={save.isPending || share.isPending}>
        {t.save}
      </Button>
    </form>
  );
}
