import { formatPhone } from '#domain/values/phone.ts';
import { claimHref } from '#web/features/claims/claim-link.tsx';
import claimStyles from '#web/features/claims/claims.module.css';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { ownSettlementTexts } from '../own-settlement-texts.ts';
import styles from '../parts.module.css';
import type { Settlement } from '../sides.ts';

const t = ownSettlementTexts.restored;

/** What a debtor owes after his agreement was ended, by when and where he pays it, and the way to agree anew. */
export function RestoredCard({
  settlement,
  restored: { number, restoredOn, payUntil, noticeUntil, deliveredOn, total, paid, rest, payee, phone },
}: {
  settlement: Settlement;
  restored: NonNullable<Settlement['restored']>;
}) {
  const { legalEntityId, registryId, registryEntryId, contractNumber, contractDate, owedAgain } = settlement;
  return (
    <Card className={claimStyles.next}>
      <div>
        <p className="dim">{t.title(formatDayOf(restoredOn))}</p>
        <p className={styles.big}>{formatMoneyOf(rest)}</p>
        <p className="dim">{t.parts(formatMoneyOf(total), formatMoneyOf(paid))}</p>
      </div>
      {owedAgain === null ? (
        <p>{t.over}</p>
      ) : (
        <>
          <p>{t.until(formatDayOf(payUntil), number)}</p>
          {deliveredOn !== null && noticeUntil < payUntil && (
            <p className="dim">{t.later(formatDayOf(noticeUntil), formatDayOf(deliveredOn))}</p>
          )}
          <h3>{t.where}</h3>
          {payee ? (
            <Facts
              items={[
                { label: t.recipient, value: payee.recipient },
                { label: t.account, value: payee.account },
                { label: t.bank, value: payee.bank },
                { label: t.purpose, value: t.purposeOf(contractNumber, formatDayOf(contractDate)) },
              ]}
            />
          ) : (
            <p>{t.ask}</p>
          )}
          {phone && <a href={`tel:${phone}`}>{t.call(formatPhone(phone))}</a>}
          <ButtonLink to={claimHref({ legalEntityId, registryId, id: registryEntryId })} large>
            {t.again}
          </ButtonLink>
        </>
      )}
    </Card>
  );
}
