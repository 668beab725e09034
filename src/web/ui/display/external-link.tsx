import { type ComponentProps, useId } from 'react';
import { Anchor } from '../button.tsx';
import { texts } from '../texts.ts';

/**
 * A link to a page that is not ours and looks like a button: it opens here, and its page learns not where from. Where it
 * leads is said beforehand, so that a page of somebody else is not taken for ours.
 */
export function ExternalLink({ href, ...rest }: ComponentProps<typeof Anchor> & { href: string }) {
  const id = useId();
  return (
    <div className="stack-tight">
      <div>
        <Anchor {...rest} href={href} rel="noreferrer" aria-describedby={id} />
      </div>
      <p id={id} className="dim small">
        {texts.leaving(new URL(href, location.href).host)}
      </p>
    </div>
  );
}
