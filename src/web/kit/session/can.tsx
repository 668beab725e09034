import type { ReactNode } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { useProbe } from '../data/query.ts';
import { accessTo } from './access.ts';
import { useMe } from './session.ts';

/** Shows its children to whom the operation is allowed. The server is asked only when the answer depends on the object. */
export function Can({
  op,
  params,
  children,
}: {
  op: Operation;
  params?: Record<string, string | number>;
  children: ReactNode;
}) {
  const access = accessTo(op, useMe());
  const isAllowed = useProbe(op, params, access === 'depends');
  return access === 'yes' || isAllowed ? children : null;
}
