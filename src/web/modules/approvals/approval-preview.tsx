import { useState } from 'react';
import { approvals } from '#contract/approvals.ts';
import type { Result } from '#contract/kernel/op.ts';
import { settlements } from '#contract/settlements.ts';
import { useRead, useWrite } from '#web/app/data/query.ts';
import { AskedTerms } from '#web/app/deals/asked.tsx';
import { factsOf } from '#web/app/list/preview.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import type { Column } from '#web/ui/table-types.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { texts } from './texts.ts';

type Row = Result<typeof approvals.list>['items'][number];

const paths = { individual: 'individual', legalEntity: 'legal-entity', settlement: 'settlement' } as const;

/** Everything about a proposal, and the decision for whom it is to take. */
export function ApprovalPreview({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <>
      <Facts items={factsOf(columns, row)} />
      <ButtonLink to={`/${paths[row.objectType]}-${row.objectId}` as never}>{texts.openObject}</ButtonLink>
      {row.mayDecide && (row.objectType === 'settlement' ? <OfHead row={row} /> : <Decision id={row.id} />)}
      {!row.mayDecide && row.status === 'pending' && <p className="dim small">{texts.notYours}</p>}
    </>
  );
}

/** The head decides with the terms before his eyes. */
function OfHead({ row: { id, objectId } }: { row: Row }) {
  const { data: deal } = useRead(settlements.get, { params: { id: objectId } });
  const asked = deal?.asked.find((one) => one.id === id);
  return deal && asked ? <AskedTerms deal={deal} asked={asked} /> : null;
}

function Decision({ id }: { id: number }) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const decide = useWrite(approvals.decide);
  const take = (decision: 'approve' | 'reject') => {
    // Whoever proposed it should learn why it is not to be.
    const isMissing = decision === 'reject' && reason.trim() === '';
    setMissing(isMissing);
    if (isMissing || decide.isPending) return;
    // Once it is taken these buttons are gone, and with them what they would have said: the promise outlives them.
    decide.mutateAsync({ params: { id }, body: { decision, ...(reason.trim() && { reason }) } }).then(
      () => notify({ severity: 'success', summary: decision === 'approve' ? texts.approved : texts.rejected }),
      () => {},
    );
  };
  const running = decide.isPending ? decide.variables.body.decision : undefined;
  return (
    <div className="stack">
      <TextArea
        label={texts.yourReason}
        value={reason}
        maxLength={1000}
        optional
        error={missing ? texts.needReason : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      {decide.isError && <Notice tone="danger">{decide.error.message}</Notice>}
      <div className="row">
        <Button look="primary" busy={running === 'approve'} onClick={() => take('approve')}>
          {texts.approve}
        </Button>
        <Button look="danger" busy={running === 'reject'} onClick={() => take('reject')}>
          {texts.reject}
        </Button>
      </div>
    </div>
  );
}
