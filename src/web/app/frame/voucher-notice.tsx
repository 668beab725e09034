import { useState } from 'react';
import { frameTexts } from '#web/kit/page/texts.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/display/notice.tsx';

const keyOf = (operatorId: number): string => `voucherRead:${operatorId}`;

/** What an operator may not do before somebody has vouched for him: told until he has read it, in this browser. */
export function VoucherNotice() {
  const me = useMe();
  const operatorId = me?.voucherNeeded ? me.operatorId : null;
  // Who is waited for no more may be once again, and is told then.
  if (me?.operatorId && !me.voucherNeeded) localStorage.removeItem(keyOf(me.operatorId));
  const [closed, setClosed] = useState<number>();
  if (operatorId === null || closed === operatorId || localStorage.getItem(keyOf(operatorId)) === 'yes') return null;
  const close = () => {
    localStorage.setItem(keyOf(operatorId), 'yes');
    setClosed(operatorId);
  };
  return (
    <Notice>
      <div className="stack-tight">
        <p>{frameTexts.voucherNeeded}</p>
        <div>
          <Button variant="quiet" onClick={close}>
            {frameTexts.understood}
          </Button>
        </div>
      </div>
    </Notice>
  );
}
