import { ArrowDown, ArrowUp, Columns3, GripVertical } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { DropPanel } from '#web/ui/overlays/drop-panel.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import panels from '../panels.module.css';
import styles from '../screen.module.css';
import { texts } from '../texts.ts';
import { useHasRoom } from './has-room.ts';
import { readLayout, shownColumns, type TableLayout } from './table-layout.ts';

const t = texts.columns;

interface ColumnsProps {
  columns: readonly Pick<Column<never>, 'key' | 'title' | 'extra' | 'wide'>[];
  layout: TableLayout;
  onLayout: (look: TableLayout) => void;
}

/** Which columns are in sight and in what order, and how high the rows are. */
export function Columns({ columns, layout, onLayout }: ColumnsProps) {
  const label = (
    <>
      <Columns3 size={16} aria-hidden="true" />
      <span className={styles.name}>{t.title}</span>
    </>
  );
  return (
    <DropPanel label={label} title={t.title}>
      <div className={panels.columns}>
        <Order columns={columns} layout={layout} onLayout={onLayout} />
        <div className={panels.choice}>
          <span aria-hidden="true">{t.density}</span>
          <Segmented
            label={t.density}
            value={layout.density}
            choices={t.densities}
            onChange={(density) => onLayout({ ...layout, density })}
          />
        </div>
        <Button variant="quiet" onClick={() => onLayout(readLayout(null))}>
          {t.reset}
        </Button>
      </div>
    </DropPanel>
  );
}

/** The columns in sight in their order, then the others. Dragged by the mouse, moved by the buttons. */
function Order({ columns, layout, onLayout }: ColumnsProps) {
  const [first, ...shown] = shownColumns(columns, layout, useHasRoom());
  const [dragged, setDragged] = useState<string>();
  const keys = shown.map(({ key }) => key);
  const hidden = columns.slice(1).filter(({ key }) => !keys.includes(key));
  const choose = (chosen: readonly string[]) => onLayout({ ...layout, columns: chosen });
  const move = (key: string, to: number) => choose(moved(keys, key, to));
  return (
    <ul className={panels.order}>
      <li>
        <Checkbox label={first!.title} checked disabled readOnly />
        <span className="dim small">{t.first}</span>
      </li>
      {shown.map(({ key, title }, index) => (
        // The mouse drags the item; the buttons in it do the same for the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={key}
          draggable
          title={t.drag}
          onDragStart={() => setDragged(key)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => {
            event.preventDefault();
            if (dragged && dragged !== key) move(dragged, index);
          }}
        >
          <GripVertical size={14} aria-hidden="true" className={panels.grip} />
          <Checkbox label={title} checked onChange={() => choose(keys.filter((one) => one !== key))} />
          <MoveButton title={t.up(title)} disabled={index === 0} onMove={() => move(key, index - 1)} icon={ArrowUp} />
          <MoveButton
            title={t.down(title)}
            disabled={index === shown.length - 1}
            onMove={() => move(key, index + 1)}
            icon={ArrowDown}
          />
        </li>
      ))}
      {hidden.map(({ key, title }) => (
        <li key={key}>
          <Checkbox label={title} checked={false} onChange={() => choose([...keys, key])} />
        </li>
      ))}
    </ul>
  );
}

function MoveButton(props: { title: string; disabled: boolean; onMove: () => void; icon: typeof ArrowUp }) {
  return (
    <button
      type="button"
      aria-label={props.title}
      className={panels.mover}
      disabled={props.disabled}
      onClick={props.onMove}
    >
      <props.icon size={14} aria-hidden="true" />
    </button>
  );
}

function moved(keys: readonly string[], key: string, to: number): string[] {
  const rest = keys.filter((one) => one !== key);
  return [...rest.slice(0, to), key, ...rest.slice(to)];
}
