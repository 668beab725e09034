import { type ButtonVariant } from '#web/ui/button.tsx';
import type { Href } from '#web/ui/href.ts';
import { ButtonLink } from '#web/ui/link.tsx';

/** The address of a claim's own page. */
export const claimHref = ({
  legalEntityId,
  registryId,
  id,
}: Record<'legalEntityId' | 'registryId' | 'id', number>): Href =>
  `/registry-entry-${legalEntityId}-${registryId}-${id}`;

/** Leads to the claim that a case is about, where it is known. */
export function ClaimLink({
  of: { legalEntityId, registryId, registryEntryId: id },
  children,
  ...look
}: {
  of: Record<'legalEntityId' | 'registryId' | 'registryEntryId', number | null>;
  children: string;
} & Pick<ButtonVariant, 'variant' | 'large'>) {
  if (legalEntityId === null || registryId === null || id === null) return null;
  return (
    <ButtonLink to={claimHref({ legalEntityId, registryId, id })} {...look}>
      {children}
    </ButtonLink>
  );
}
