import type { Needs } from '#contract/codes.ts';
import { scopeOf } from '#contract/kernel/access.ts';
import { type Operation, permissionFor } from '#contract/kernel/op.ts';
import type { Me } from './session.ts';

/** What is known without asking: yes, no, or that it depends on the object. */
type KnownAccess = 'yes' | 'no' | 'depends';

/** The pure part of access: the kind of person and his permissions, before any object is looked at. */
export function accessTo(operation: Operation, me: Me | undefined): KnownAccess {
  const { access, beforeSecondFactor } = operation.def;
  if (access === 'anyone') return 'yes';
  if (!me) return 'no';
  const scope = scopeOf(access, me.kind);
  if (scope === undefined || !holdsPermission(operation, me)) return 'no';
  if (me.secondFactorNeeded && !beforeSecondFactor) return 'no';
  const namesObjects = Object.keys(operation.def.on ?? {}).length > 0;
  return namesObjects && scope !== 'all' ? 'depends' : 'yes';
}

/** Whether somebody may ask for one of these operations, of whatever object. */
export function mayAsk(needs: Needs, me: Me | undefined): boolean {
  if (!me || me.secondFactorNeeded) return false;
  return [needs].flat().some((code) => me.permissions.includes(code) || me.openOperations.includes(code));
}

function holdsPermission(operation: Operation, me: Me): boolean {
  const permission = permissionFor(operation, me.kind);
  if (permission === null || me.permissions.includes(permission)) return true;
  return me.legalEntities.some(({ permissions }) => permissions.includes(permission));
}
