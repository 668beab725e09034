import type { Result } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import type { Side } from '#domain/values/machine.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { UploadButton } from '#web/kit/files/upload-button.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { moneyTexts } from './texts.ts';

const StateDialog = lazyPart(
  () => import('./outside-dialogs.tsx'),
  (module) => module.StateDialog,
);
const RejectDialog = lazyPart(
  () => import('./outside-dialogs.tsx'),
  (module) => module.RejectDialog,
);

const t = moneyTexts.outside;

/** Whose settlement it is. */
export interface Parties {
  id: number;
  individualId: number;
  legalEntityId: number;
}
export interface OutsideProps {
  settlement: Parties;
  /** The side of the viewer. */
  side: Side;
}
type Row = Result<typeof payments.list>['items'][number];

/** The operation by which a side answers, and the objects in its path. */
export const answerOf = ({ settlement, side }: OutsideProps, paymentId: number) =>
  side === 'individual'
    ? { operation: payments.answerByDebtor, params: { id: settlement.individualId, x: paymentId } }
    : { operation: payments.answerByCreditor, params: { id: settlement.legalEntityId, x: paymentId } };

/** Money that was paid past the platform counts when the other side confirms it. */
export function StateOutside(props: OutsideProps) {
  const { side } = props;
  return (
    <Card title={t.title}>
      <p className="dim">{t.lead[side]}</p>
      <div className="row">
        <Button onClick={() => openDialog((close) => <StateDialog {...props} onClose={close} />)}>
          {t.state[side]}
        </Button>
      </div>
    </Card>
  );
}

/** The paper that is shown of a payment past the platform. */
export const ProofButton = ({ paymentId }: { paymentId: number }) => (
  <div>
    <DownloadButton operation={payments.proof} params={{ id: paymentId }}>
      {t.proof}
    </DownloadButton>
  </div>
);

/** The way in for the paper of whoever has stated the payment. */
function Proving({ settlement, side, row }: OutsideProps & { row: Row }) {
  const isDebtor = side === 'individual';
  return (
    <UploadButton
      operation={isDebtor ? payments.proveByDebtor : payments.proveByCreditor}
      params={{ id: isDebtor ? settlement.individualId : settlement.legalEntityId, x: row.id }}
      title={t.proof}
    >
      {row.hasProof ? t.replaceProof : t.addProof}
    </UploadButton>
  );
}

/** What a side may say to a payment that was stated: its own it takes back, the other's it confirms or rejects. */
export function AnswerOutside({ row, ...props }: OutsideProps & { row: Row }) {
  const { operation, params } = answerOf(props, row.id);
  const answer = (answer: 'confirm' | 'withdraw') => ({ params, body: { answer } });
  return (
    <Can op={operation} params={params}>
      <div className="row">
        {row.statedBy === props.side ? (
          <>
            <Proving row={row} {...props} />
            <MoveButton
              operation={operation}
              input={answer('withdraw')}
              label={t.withdraw}
              done={t.withdrawn}
              variant="quiet"
            />
          </>
        ) : (
          <>
            <MoveButton
              operation={operation}
              input={answer('confirm')}
              label={t.confirm}
              ask={t.confirmAsk(formatMoneyOf(row.amount))}
              done={t.confirmed}
              variant="primary"
            />
            <Button
              onClick={() => openDialog((close) => <RejectDialog {...props} paymentId={row.id} onClose={close} />)}
            >
              {t.reject}
            </Button>
          </>
        )}
      </div>
    </Can>
  );
}
