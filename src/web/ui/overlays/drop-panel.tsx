import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import styles from './drop-panel.module.css';

/** Room that stays free between the panel and the edge of the window. */
const margin = 8;

/**
 * A button with a panel that drops below it. The browser's own popover closes it by Escape and by a click elsewhere,
 * gives the focus back and lays it above everything; only its place is ours.
 * The keys of the page mean nothing inside it.
 */
export function DropPanel({
  label,
  name,
  variant,
  title,
  children,
}: {
  label: ReactNode;
  /** The name of the button where its label alone does not say enough. */
  name?: string;
  variant?: 'outlined' | 'quiet';
  /** The name of the panel, for those who do not see where it is. */
  title: string;
  /** What is in it, or how to make it of a way to close the panel. */
  children: ReactNode | ((close: () => void) => ReactNode);
}) {
  const id = useId();
  const [panel, setPanel] = useState<HTMLDivElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const position = (event: ToggleEvent<HTMLElement>) => {
    // What is in it goes only now: before, it may have held the focus that the browser had to give back.
    if (event.newState !== 'open') return setOpen(false);
    const { left, bottom } = button.current!.getBoundingClientRect();
    const { style, offsetWidth } = event.currentTarget;
    style.top = `${bottom + 4}px`;
    style.left = `${Math.max(margin, Math.min(left, document.body.clientWidth - offsetWidth - margin))}px`;
    style.maxHeight = `${Math.max(200, innerHeight - bottom - 2 * margin)}px`;
  };
  return (
    <>
      <Button ref={button} variant={variant} aria-label={name} popoverTarget={id}>
        {label}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It only keeps keys to itself. */}
      <div
        ref={setPanel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        className={styles.panel}
        onBeforeToggle={(event) => event.newState === 'open' && setOpen(true)}
        onToggle={position}
        onKeyDown={(event) => event.stopPropagation()}
      >
        {isOpen && (typeof children === 'function' ? children(() => panel?.hidePopover()) : children)}
      </div>
    </>
  );
}
