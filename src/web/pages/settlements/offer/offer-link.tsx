import { ButtonLink } from '#web/ui/button.tsx';

/** Leads to the step in which an offer is built. */
export function OfferLink({ look, children }: { look: 'primary' | 'outlined'; children: string }) {
  return (
    <ButtonLink to="." search={{ step: 'offer' } as never} look={look} large>
      {children}
    </ButtonLink>
  );
}
