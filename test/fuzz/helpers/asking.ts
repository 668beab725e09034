import { needsPermission, rolesOf, scopeOf } from '#contract/kernel/access.ts';
import type { Operation } from '#contract/kernel/op.ts';

export const actorNames = ['anonymous', 'individual', 'head', 'administrator'] as const;
export type ActorName = (typeof actorNames)[number];

const kindOfActor = { individual: 'individual', head: 'employee', administrator: 'operator' } as const;

/** All whose kind may ask. */
export const actorsFor = ({ def: { access } }: Operation): readonly ActorName[] =>
  actorNames.filter((name) => access === 'anyone' || (name !== 'anonymous' && access[kindOfActor[name]]));

/** Somebody whose request gets past the access check. */
export function actorFor({ def }: Operation): ActorName {
  if (def.access === 'anyone') return 'anonymous';
  const { access } = def;
  if (
    access.operator &&
    (!needsPermission(access, 'operator') || rolesOf(access, 'operator').includes('administrator'))
  )
    return 'administrator';
  return access.employee ? 'head' : 'individual';
}

/** Whether an operation lets him reach nobody but himself. */
export const isOwnOnly = ({ def: { access } }: Operation, actor: ActorName): boolean =>
  access !== 'anyone' && actor !== 'anonymous' && scopeOf(access, kindOfActor[actor]) === 'own';
