import { type ReactNode, useEffect, useState } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { verdict } from './access.ts';
import { addressOf, probe } from './api.ts';
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
  const known = verdict(op, useMe());
  const probed = useProbe(op, params, known === 'depends');
  return known === 'yes' || (known === 'depends' && probed) ? children : null;
}

/** The answer belongs to the address it was asked for; a failed question counts as a refusal. */
function useProbe(op: Operation, params: Record<string, string | number> | undefined, needed: boolean): boolean {
  const address = needed ? addressOf(op, { params }) : '';
  const [allowed, setAllowed] = useState('');
  useEffect(() => {
    let current = true;
    if (address !== '') {
      void probe(op, params)
        .catch(() => false)
        .then((answer) => current && setAllowed(answer ? address : ''));
    }
    return () => {
      current = false;
    };
    // The address says everything that the parameters do, and does not change with each rendering.
  }, [op, address]);
  return address !== '' && allowed === address;
}
