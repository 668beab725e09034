import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from '../button.tsx';
import { texts } from '../texts.ts';
import styles from './side-panel.module.css';

/** From here on the panel is beside the page; below it is above the page. */
const wide = matchMedia('(min-width: 1024px)');

interface SidePanelProps {
  /** What is looked at: the name and the heading of the panel. */
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A look at one thing without leaving the page: beside it at a desk, above it on a phone. */
export function SidePanel(props: SidePanelProps) {
  const isWide = useSyncExternalStore(subscribe, () => wide.matches);
  if (!isWide) return <Sheet {...props} />;
  return (
    <aside aria-label={props.title} className={styles.panel}>
      <Inside {...props} />
    </aside>
  );
}

function Sheet(props: SidePanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const open = dialog.current!;
    open.showModal();
    return () => open.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={props.title}
      className={styles.sheet}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <Inside {...props} />
    </dialog>
  );
}

function Inside({ title, onClose, children }: SidePanelProps) {
  return (
    <>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Button variant="quiet" icon aria-label={texts.closePanel} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </Button>
      </div>
      {children}
    </>
  );
}

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}
