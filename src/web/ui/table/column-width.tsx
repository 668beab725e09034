import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { texts } from '../texts.ts';
import styles from './table-head.module.css';

const narrowest = 64;
const widest = 800;
const step = 16;

const within = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)));
const cellOf = (edge: Element): HTMLElement => edge.closest('th')!;

/** The edge of a heading: dragged, or moved with the arrow keys, it sets the width of its column. */
export function ColumnWidth({
  title,
  width,
  onWidth,
}: {
  title: string;
  width: number | undefined;
  onWidth: (width: number) => void;
}) {
  const edge = useRef<HTMLDivElement>(null);
  const [natural, setNatural] = useState(narrowest);
  const [grip, setGrip] = useState<number>();
  useEffect(() => {
    const cell = cellOf(edge.current!);
    const observer = new ResizeObserver(() => setNatural(within(cell.offsetWidth)));
    observer.observe(cell);
    return () => observer.disconnect();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const change = { ArrowLeft: -step, ArrowRight: step }[event.key];
    if (change === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onWidth(within(cellOf(event.currentTarget).offsetWidth + change));
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setGrip(event.clientX - cellOf(event.currentTarget).offsetWidth);
  };
  return (
    // A separator with a value is a control by its role; the rule knows only native ones.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.columnWidth(title)}
      aria-valuenow={width ?? natural}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={styles.edge}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={({ clientX }) => grip !== undefined && onWidth(within(clientX - grip))}
      onPointerUp={() => setGrip(undefined)}
      onPointerCancel={() => setGrip(undefined)}
    />
  );
}
