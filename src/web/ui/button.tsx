import { type ComponentProps, useId } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { texts } from './texts.ts';

export interface ButtonVariant {
  /** One primary action on a screen; quiet for what is beside it. */
  variant?: 'primary' | 'outlined' | 'quiet' | 'danger';
  /** As wide as its container: the action of a form. */
  large?: boolean;
  /** Only a picture: needs `aria-label`. */
  icon?: boolean;
}

function variantOf({ variant = 'outlined', large, icon }: ButtonVariant, extra?: string): string {
  return classes(
    styles.button,
    variant !== 'outlined' && styles[variant],
    large && styles.large,
    icon && styles.icon,
    extra,
  );
}

/**
 * A button. While busy it keeps its size and the focus, says so, and does nothing when pressed again. One that is
 * `closed` says why, to the eye and to the ear, and does nothing either.
 */
export function Button({
  variant,
  large,
  icon,
  busy = false,
  closed,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonVariant & { busy?: boolean; closed?: string | undefined } & ComponentProps<'button'>) {
  const reason = useId();
  return (
    <button
      {...rest}
      type={type}
      aria-describedby={closed ? reason : rest['aria-describedby']}
      aria-disabled={busy || closed !== undefined || undefined}
      title={closed ?? rest.title}
      className={classes(variantOf({ variant, large, icon }, className), busy && styles.busy, closed && styles.closed)}
      onClick={busy || closed ? (event) => event.preventDefault() : onClick}
    >
      <span className={styles.content}>{children}</span>
      {/* Hidden, it is no part of the button's name, and describes it all the same. */}
      {closed && (
        <span id={reason} hidden>
          {closed}
        </span>
      )}
      {busy && (
        <>
          <span className={styles.spinner} aria-hidden="true" />
          <span className="unseen">{texts.busy}</span>
        </>
      )}
    </button>
  );
}

/** A link with the looks of a button. */
export function Anchor({ variant, large, icon, className, children, ...rest }: ButtonVariant & ComponentProps<'a'>) {
  return (
    <a {...rest} className={variantOf({ variant, large, icon }, className)}>
      <span className={styles.content}>{children}</span>
    </a>
  );
}
