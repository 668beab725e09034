import type { ComponentProps } from 'react';
import { Anchor } from '../button.tsx';

/** A link to a page that is not ours and looks like a button: it opens here, and its page learns not where from. */
export function ExternalLink({ href, ...rest }: ComponentProps<typeof Anchor> & { href: string }) {
  return <Anchor {...rest} href={href} rel="noreferrer" />;
}
