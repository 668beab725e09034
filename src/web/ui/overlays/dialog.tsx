import { X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../button.tsx';
import { classes } from '../classes.ts';
import { texts } from '../texts.ts';
import { Closing, type ClosingQuestion } from './closing.ts';
import styles from './dialog.module.css';
import { useDrag } from './use-drag.ts';

export type DialogPosition =
  | 'center'
  | 'top'
  | 'bottom'
  | 'left'
  | 'right'
  | 'topleft'
  | 'topright'
  | 'bottomleft'
  | 'bottomright';

interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  role?: 'dialog' | 'alertdialog';
  position?: DialogPosition;
  /** Whether a cross is in the corner. */
  closable?: boolean;
  closeOnEscape?: boolean;
  /** Whether a click beside it closes it. */
  dismissable?: boolean;
  blockScroll?: boolean;
  draggable?: boolean;
  /** Its head is for those who listen; what it holds says itself what it is. */
  headless?: boolean;
  /** Its buttons, at the bottom. The one marked with `data-autofocus` gets the focus. */
  actions?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

/**
 * A modal dialog, open as long as it is mounted. It is the browser's own element: everything behind it is out of reach,
 * the focus stays inside and goes back where it came from.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, role = 'dialog', position = 'center', closable = true, blockScroll = true } = props;
  const { closeOnEscape = true, dismissable = false, draggable = true, headless, actions, className, children } = props;
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const drag = useDrag(element);
  const questions = useRef<ClosingQuestion[]>([]);
  // Two forms of a dialog may ask the same: each holds a question of its own and takes back no other.
  const hold = useCallback((asked: ClosingQuestion) => {
    const own: ClosingQuestion = (close) => asked(close);
    questions.current = [...questions.current, own];
    return () => {
      questions.current = questions.current.filter((other) => other !== own);
    };
  }, []);
  const leave = () => {
    const question = questions.current.at(-1);
    if (question) question(onClose);
    else onClose();
  };
  useLayoutEffect(() => {
    const dialog = element.current!;
    // A scroll bar that goes away must not move the page; of a second dialog it has gone already.
    const { documentElement: root } = document;
    if (!root.querySelector('dialog[data-block-scroll][open]')) {
      root.style.setProperty('--scroll-bar', `${innerWidth - root.clientWidth}px`);
    }
    dialog.showModal();
    // What a dialog says is before what it asks: on a phone it is not scrolled away from its first line.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    return () => dialog.close();
  }, []);
  useClosing(element, (by) => (by === 'escape' ? closeOnEscape : dismissable) && leave());
  return (
    <dialog
      ref={element}
      role={role}
      tabIndex={-1}
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      data-position={position}
      data-block-scroll={blockScroll || undefined}
      className={classes(styles.dialog, className)}
    >
      <div className={styles.sheet}>
        <div
          className={headless ? 'unseen' : classes(styles.head, draggable && styles.grip)}
          onPointerDown={draggable ? drag : undefined}
        >
          <h2 id={`${id}-title`}>{title}</h2>
          {closable && !headless && (
            <Button variant="quiet" icon aria-label={texts.close} onClick={leave}>
              <X size={20} aria-hidden="true" />
            </Button>
          )}
        </div>
        <div id={`${id}-body`} className={styles.body}>
          <Closing value={hold}>{children}</Closing>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}

/**
 * Hears of Escape and of a press beside the dialog. The browser would close the element by itself, even where its closing
 * was refused; here the one who opened it decides.
 */
function useClosing(element: React.RefObject<HTMLElement | null>, onClosing: (by: 'escape' | 'press') => void): void {
  const latest = useRef(onClosing);
  useEffect(() => {
    latest.current = onClosing;
  });
  useEffect(() => {
    const dialog = element.current!;
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      latest.current('escape');
    };
    const press = ({ target }: MouseEvent) => {
      if (target === dialog) latest.current('press');
    };
    dialog.addEventListener('keydown', key);
    dialog.addEventListener('mousedown', press);
    return () => {
      dialog.removeEventListener('keydown', key);
      dialog.removeEventListener('mousedown', press);
    };
  }, [element]);
}
