import { invoices } from '#contract/money/invoices.ts';
import { useRead } from '#web/kit/data/query.ts';
import { Can } from '#web/kit/session/can.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatAmountOf, formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { PlainTable } from '#web/ui/table/plain-table.tsx';
import { type Compared, Entries, Movements } from './bank-movements.tsx';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts.bank;

/** What only one side has, and whether both have the same. */
export function BankOutcome({ compared }: { compared: Compared }) {
  const { account, from, to, bank, ledger: own, missing, matched, apart, came, went, onlyInLedger } = compared;
  const isWhole = missing === null && came.count + onlyInLedger.count === 0;
  const agrees = apart.count === 0 ? t.agrees(matched) : t.toCheck(matched);
  const days = { from: formatDayOf(from), to: formatDayOf(to) };
  return (
    <>
      <Card title={t.outcome(account, days.from, days.to)}>
        <Can op={invoices.issuer}>
          <AccountCheck account={account} />
        </Can>
        {missing !== null && <Notice tone="warning">{t.missing(formatMoneyOf(missing))}</Notice>}
        <Notice tone={isWhole && apart.count === 0 ? 'success' : 'warning'}>
          {isWhole ? agrees : t.differs(matched)}
        </Notice>
        <PlainTable title={t.balances} columns={[t.whose, { numbers: t.opening }, { numbers: t.closing }]}>
          <Balances name={t.inBank} balances={bank} />
          <Balances name={t.inLedger} balances={own} />
        </PlainTable>
        <p className="dim small">{t.balancesNote}</p>
      </Card>
      {came.count > 0 && (
        <Movements title={t.came} hint={t.cameHint} {...came}>
          <Can op={invoices.pay}>
            <div className="row">
              <ButtonLink to="/dashboard/invoices">{t.invoices}</ButtonLink>
            </div>
          </Can>
        </Movements>
      )}
      {apart.count > 0 && (
        <Entries
          {...apart}
          title={t.apart}
          hint={t.apartHint}
          dayOf={({ day, bankDay }) => t.apartDays(formatDayOf(day), formatDayOf(bankDay))}
        />
      )}
      {onlyInLedger.count > 0 && (
        <Entries
          {...onlyInLedger}
          title={t.onlyInLedger}
          hint={t.onlyInLedgerHint}
          dayOf={({ day }) => formatDayOf(day)}
        />
      )}
      {went.count > 0 && <Movements title={t.went} hint={t.wentHint} {...went} />}
    </>
  );
}

/** A statement of an account that nobody is told to pay to is another one's, or invoices name the wrong one. */
function AccountCheck({ account }: { account: string }) {
  const { data } = useRead(invoices.issuer);
  const named = data?.details?.account;
  if (named === undefined || named === account) return null;
  return <Notice tone="warning">{t.otherAccount(named)}</Notice>;
}

function Balances({ name, balances }: { name: string; balances: Compared['bank'] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-number="">{formatAmountOf(balances.opening)}</td>
      <td data-number="">{formatAmountOf(balances.closing)}</td>
    </tr>
  );
}
