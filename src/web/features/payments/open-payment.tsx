import { useEffect } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { paymentMachine } from '#domain/money/payment.ts';
import { refresh, useFollow } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { ExternalLink } from '#web/ui/display/external-link.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { QrCode } from '#web/ui/display/qr-code.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { notify } from '#web/ui/overlays/notify.ts';
import claimStyles from '../claims/claims.module.css';
import styles from './money.module.css';
import { moneyTexts } from './texts.ts';

const t = moneyTexts.open;

type Payment = Result<typeof payments.get>;
const isOpen = ({ status }: Payment): boolean => status === 'created' || status === 'processing';

/** A payment that has been begun: where to pay it, and what is heard of it; its end is told and read everywhere. */
export function OpenPayment({ id, individualId }: { id: number; individualId: number }) {
  const { data } = useFollow(payments.get, isOpen, { params: { id } });
  const status = data?.status;
  useEffect(() => {
    if (status === undefined || status === 'created' || status === 'processing') return;
    if (status === 'succeeded') notify({ severity: 'success', summary: t.arrived });
    if (status === 'failed') notify({ severity: 'error', summary: t.failed });
    void refresh();
  }, [status]);
  if (!data) return null;
  const { amount, payerAmount, payUrl, partnerSilent, channel } = data;
  return (
    <Card className={claimStyles.next}>
      <div className="row spread">
        <h2>{t.title(formatMoneyOf(payerAmount))}</h2>
        <StatusTag of={paymentMachine} status={data.status} />
      </div>
      {payerAmount > amount && (
        <p className="dim">{t.withFee(formatMoneyOf(amount), formatMoneyOf(payerAmount - amount))}</p>
      )}
      {partnerSilent && <Notice tone="warning">{t.silent}</Notice>}
      {data.status === 'processing' && <p role="status">{t.processing(formatMoneyOf(payerAmount))}</p>}
      {payUrl === null && data.status === 'created' && !partnerSilent && (
        <p role="status">{data.isAutomatic ? t.taking : t.making}</p>
      )}
      {payUrl !== null && (
        <>
          <ExternalLink href={payUrl} variant="primary" large>
            {t.go}
          </ExternalLink>
          {channel === 'sbp' && (
            <div className={styles.scan}>
              <p className="dim small">{t.scan}</p>
              <QrCode text={payUrl} label={t.qr} className={styles.qr} />
            </div>
          )}
          {data.status === 'created' && <p className="dim small">{t.waits}</p>}
        </>
      )}
      {data.moves.includes('cancel') && (
        <MoveButton
          operation={payments.cancel}
          input={{ params: { id: individualId, x: id } }}
          label={t.cancel}
          done={t.cancelled}
          variant="quiet"
        />
      )}
    </Card>
  );
}
