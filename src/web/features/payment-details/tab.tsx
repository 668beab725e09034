import { PAYMENT_DETAIL_KINDS } from '#domain/parties/payment-detail.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { useRead } from '#web/kit/data/query.ts';
import { useMove } from '#web/kit/detail/use-move.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { SignButton } from '#web/kit/signing/sign-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { type OwnerKind, operationsOf, type Payee, type PaymentDetail } from './operations.ts';
import { paymentDetailTexts as t } from './texts.ts';

const PaymentDetailDialog = lazyPart(
  () => import('./dialog.tsx'),
  (module) => module.PaymentDetailDialog,
);

/** Where an owner is paid to: what is in use first, what waits for his word marked. */
export function PaymentDetailsTab({ owner, id, payee }: { owner: OwnerKind; id: number; payee?: Payee }) {
  const operations = operationsOf[owner];
  const read = useRead(operations.list, { params: { id } });
  const isOwn = useMe()?.individualId === id && owner === 'individual';
  const edit = (detail: PaymentDetail | null) =>
    openDialog((close) => <PaymentDetailDialog owner={owner} id={id} detail={detail} payee={payee} onClose={close} />);
  return (
    <Card title={t.title}>
      <p className="dim">{t.why[isOwn ? 'own' : owner]}</p>
      <WithObject read={read}>
        {({ items }) => (
          <div className="stack">
            {items.length === 0 && <p>{t.empty}</p>}
            {items.map((detail) => (
              <OneDetail key={detail.id} owner={owner} id={id} detail={detail} onChange={() => edit(detail)} />
            ))}
          </div>
        )}
      </WithObject>
      <div className="row">
        <Can op={operations.add} params={{ id }}>
          <Button variant="primary" onClick={() => edit(null)}>
            {t.add}
          </Button>
        </Can>
      </div>
    </Card>
  );
}

interface OfOwner {
  owner: OwnerKind;
  /** The owner's. */
  id: number;
  detail: PaymentDetail;
}

function OneDetail({ owner, id, detail, onChange }: OfOwner & { onChange: () => void }) {
  const operations = operationsOf[owner];
  const params = { id, detailId: detail.id };
  const [, remove] = useMove(operations.remove, t.removed);
  const number = detail.kind === 'sbp_phone' ? formatPhone(detail.number) : detail.number;
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
          <UnderCode
            {...{ owner, id, detail, label: t.confirm, done: t.confirmed }}
            act="confirm"
            what={t.confirming}
          />
        )}
        {detail.verifiedAt !== null && !detail.isDefault && (
          <UnderCode
            {...{ owner, id, detail, label: t.makeDefault, done: t.madeDefault }}
            act="change"
            what={t.chosen(number)}
            set={{ isDefault: true }}
          />
        )}
        <Can op={operations.change} params={params}>
          <Button onClick={onChange}>{t.change}</Button>
        </Can>
        <Can op={operations.remove} params={params}>
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

/** A change that counts only with the code that the owner was sent. */
function UnderCode({
  owner,
  id,
  detail,
  act,
  label,
  what,
  done,
  set,
}: OfOwner & { act: 'change' | 'confirm'; label: string; what: string; done: string; set?: object }) {
  const params = { id, detailId: detail.id };
  const operations = operationsOf[owner];
  const operation = operations[act];
  const body = { version: detail.version, ...set };
  return (
    <Can op={operation} params={params}>
      <SignButton
        code={{ operation: operations.code, params: { id }, body: { form: { act, detailId: detail.id, ...body } } }}
        signed={{ operation, params, body, title: label, what: <p>{what}</p>, action: label, done }}
      >
        {label}
      </SignButton>
    </Can>
  );
}
