import { employeeAvatars, individualAvatars, operatorAvatars } from '#contract/parties/avatars.ts';
import type { Me } from '../session/session.ts';

const operationsOf = { individual: individualAvatars, employee: employeeAvatars, operator: operatorAvatars };

/** What a person does with his own photo, and which object of his kind he is. */
export function ownAvatar({ kind, individualId, employeeId, operatorId }: Me) {
  const { put, remove } = operationsOf[kind];
  return {
    put,
    remove,
    params: { id: { individual: individualId, employee: employeeId, operator: operatorId }[kind]! },
  };
}
