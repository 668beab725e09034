import { claims } from '#contract/registries.ts';
import { formatMoney, kopecks } from '#domain/money.ts';
import { registryColumns } from '#domain/registry-columns.ts';
import { ClaimStep, ClaimWarnings } from '#web/app/claims/claim-card.tsx';
import styles from '#web/app/claims/claims.module.css';
import { DebtParts } from '#web/app/claims/debt-parts.tsx';
import { debtTexts } from '#web/app/claims/texts.ts';
import { useRead } from '#web/app/data/query.ts';
import { WithObject } from '#web/app/detail/page.tsx';
import { Breadcrumbs } from '#web/app/frame/breadcrumbs.tsx';
import { usePageTitle } from '#web/app/frame/page-title.ts';
import { EntryVersions } from '#web/app/registry/entry-history.tsx';
import { readingOf, shownDay } from '#web/app/registry/values.ts';
import { Card } from '#web/ui/card.tsx';
import { ChainCard, ContractCard } from './claim-parts.tsx';

const t = debtTexts.own;
const reading = readingOf(registryColumns.full);

/** A claim as its debtor sees it, on a phone first: how much, what to do now, and then everything behind it. */
export function OwnClaimPage({ individualId, id }: { individualId: number; id: number }) {
  const read = useRead(claims.get, { params: { id: individualId, e: id } });
  usePageTitle(read.data?.creditor);
  return (
    <div className={`stack ${styles.page}`}>
      <WithObject read={read}>
        {(claim) => (
          <>
            <Breadcrumbs above={[{ to: '/dashboard/registries-entries', title: t.back }]} here={claim.creditor} />
            <div>
              <h1>{claim.creditor}</h1>
              <p className={styles.sum}>{formatMoney(kopecks(claim.totalAmount))}</p>
              <p className="dim">{t.contract(claim.contractNumber, shownDay(claim.contractDate))}</p>
              <p className="dim">{t.asOf(shownDay(claim.asOf))}</p>
              <p className="dim">{t.overdue(debtTexts.overdue(claim.daysOverdue))}</p>
            </div>
            <ClaimStep claim={claim} />
            <ClaimWarnings claim={claim} />
            <Card title={debtTexts.parts.label}>
              <DebtParts debt={claim} />
            </Card>
            <ChainCard claim={claim} title={t.chain} />
            <ContractCard claim={claim} />
            {claim.versions.length > 1 && <EntryVersions versions={claim.versions} reading={reading} />}
          </>
        )}
      </WithObject>
    </div>
  );
}
