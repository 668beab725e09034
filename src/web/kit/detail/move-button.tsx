import type { Request as Given, Operation, Result } from '#contract/kernel/op.ts';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { formTexts } from '../form/texts.ts';
import { useMove } from './use-move.ts';

/** A button that makes one move of an object, after a question where it is told one. */
export function MoveButton<O extends Operation>({
  operation,
  input,
  label,
  name,
  ask,
  asks,
  done,
  after,
  variant = 'outlined',
  large = false,
  closed,
}: {
  operation: O;
  input: Given<O>;
  label: string;
  /** What it is called where there are several with the same label. */
  name?: string;
  ask?: string;
  /** What the question is called and what its button says, where the move takes something away. */
  asks?: { title: string; action: string };
  /** What is told when it is made, or how it follows from the answer. */
  done: string | ((result: Result<O>) => string);
  /** Why it cannot be made now. */
  closed?: string | undefined;
  /** What follows before the object is read again. */
  after?: (result: Result<O>) => unknown;
} & Pick<ButtonVariant, 'variant' | 'large'>) {
  const [busy, make] = useMove(operation, done, after);
  const move = () => make(input);
  const question = ask && {
    ...(asks && { header: asks.title }),
    ...((asks || variant === 'danger') && { acceptVariant: 'danger' as const }),
    message: ask,
    acceptLabel: asks?.action ?? label,
    rejectLabel: formTexts.cancel,
    // A hasty Enter may take the work forward, but not back.
    defaultFocus: variant === 'primary' ? ('accept' as const) : ('reject' as const),
    accept: move,
  };
  return (
    <Button
      variant={variant}
      large={large}
      busy={busy}
      closed={closed}
      aria-label={name}
      onClick={question ? () => confirm(question) : move}
    >
      {label}
    </Button>
  );
}
