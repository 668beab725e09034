import { useState } from 'react';
import { PAYMENT_DETAIL_KINDS } from '#domain/payment-detail.ts';
import { formatPhone } from '#domain/phone.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useRead } from '../data/query.ts';
import { SignButton } from '../deals/signing.tsx';
import { WithObject } from '../detail/page.tsx';
import { useMove } from '../detail/use-move.ts';
import { Can } from '../session/can.tsx';
import { actsOf, type OwnerKind, type PaymentDetail } from './acts.ts';
import { PaymentDetailDialog } from './dialog.tsx';
import { paymentDetailTexts as t } from './texts.ts';

/** Where an owner is paid to: what is in use first, what waits for his word marked. */
export function PaymentDetailsTab({ owner, id }: { owner: OwnerKind; id: number }) {
  const acts = actsOf[owner];
  const read = useRead(acts.list, { params: { id } });
  const [edited, setEdited] = useState<PaymentDetail | 'new'>();
  return (
    <Card title={t.title}>
      <p className="dim">{t.why[owner]}</p>
      <WithObject read={read}>
        {({ items }) => (
          <div className="stack">
            {items.length === 0 && <p>{t.empty}</p>}
            {items.map((detail) => (
              <OneDetail key={detail.id} owner={owner} id={id} detail={detail} onChange={() => setEdited(detail)} />
            ))}
          </div>
        )}
      </WithObject>
      <div className="row">
        <Can op={acts.add} params={{ id }}>
          <Button look="primary" onClick={() => setEdited('new')}>
            {t.add}
          </Button>
        </Can>
      </div>
      {edited && (
        <PaymentDetailDialog
          owner={owner}
          id={id}
          detail={edited === 'new' ? null : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

function OneDetail({
  owner,
  id,
  detail,
  onChange,
}: {
  owner: OwnerKind;
  id: number;
  detail: PaymentDetail;
  onChange: () => void;
}) {
  const acts = actsOf[owner];
  const params = { id, detailId: detail.id };
  const code = { operation: acts.code, params: { id } };
  const [, remove] = useMove(acts.remove, t.removed);
  const number = detail.kind === 'sbp_phone' ? formatPhone(detail.number) : detail.number;
  const { version } = detail;
  return (
    <section className="stack-tight" aria-label={`${PAYMENT_DETAIL_KINDS[detail.kind]} ${number}`}>
      <div className="row">
        <h3>{PAYMENT_DETAIL_KINDS[detail.kind]}</h3>
        {detail.isDefault && <Tag tone="success">{t.inUse}</Tag>}
        {detail.verifiedAt === null && <Tag tone="warning">{t.waits}</Tag>}
      </div>
      <Facts
        items={[
          { label: t.number[detail.kind], value: number },
          { label: t.fields.bankName, value: detail.bankName },
          ...(detail.kind === 'bank_account'
            ? [
                { label: t.fields.bik, value: detail.bik },
                { label: t.fields.corrAccount, value: detail.corrAccount },
              ]
            : []),
          { label: t.fields.recipientName, value: detail.recipientName },
          { label: t.fields.recipientInn, value: detail.recipientInn },
        ]}
      />
      <div className="row">
        {detail.verifiedAt === null && (
          <Can op={acts.confirm} params={params}>
            <SignButton
              code={code}
              signed={{
                operation: acts.confirm,
                params,
                body: { version },
                title: t.confirm,
                what: <p>{t.confirming}</p>,
                action: t.confirm,
                done: t.confirmed,
              }}
            >
              {t.confirm}
            </SignButton>
          </Can>
        )}
        {detail.verifiedAt !== null && !detail.isDefault && (
          <Can op={acts.change} params={params}>
            <SignButton
              code={code}
              signed={{
                operation: acts.change,
                params,
                body: { version, isDefault: true },
                title: t.makeDefault,
                what: <p>{t.chosen(number)}</p>,
                action: t.makeDefault,
                done: t.madeDefault,
              }}
            >
              {t.makeDefault}
            </SignButton>
          </Can>
        )}
        <Can op={acts.change} params={params}>
          <Button onClick={onChange}>{t.change}</Button>
        </Can>
        <Can op={acts.remove} params={params}>
          <Button
            onClick={() =>
              confirm({ message: t.removing(number), acceptLabel: t.remove, accept: () => remove({ params }) })
            }
          >
            {t.remove}
          </Button>
        </Can>
      </div>
    </section>
  );
}
