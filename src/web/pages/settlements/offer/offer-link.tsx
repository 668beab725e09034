import { ButtonLink } from '#web/ui/link.tsx';

/** Leads to the step in which an offer is built. */
export function OfferLink({ variant, children }: { variant: 'primary' | 'outlined'; children: string }) {
  return (
    <ButtonLink to="." search={{ step: 'offer' }} variant={variant} large>
      {children}
    </ButtonLink>
  );
}
