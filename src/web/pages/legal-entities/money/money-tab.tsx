import type { Result } from '#contract/kernel/op.ts';
import { payouts } from '#contract/money/payouts.ts';
import { PAYOUT_EVERY, PAYOUT_OBSTACLES } from '#domain/money/payout.ts';
import { useRead } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { dash, formatAmountOf, formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { AgentReport } from './agent-report.tsx';
import { moneyTexts as t } from './money-texts.ts';
import { Movements } from './movements.tsx';

const RuleDialog = lazyPart(
  () => import('./rule-dialog.tsx'),
  (module) => module.RuleDialog,
);

type Balance = Result<typeof payouts.balance>;

/** What a company has with the platform, when it is paid out, and what has moved. */
export function MoneyTab({ legalEntityId }: { legalEntityId: number }) {
  const read = useRead(payouts.balance, { params: { id: legalEntityId } });
  return (
    <WithObject read={read}>
      {(balance) => (
        <div className="stack">
          <BalanceCard legalEntityId={legalEntityId} balance={balance} />
          <RuleCard legalEntityId={legalEntityId} balance={balance} />
          <AgentReport legalEntityId={legalEntityId} />
          <Movements legalEntityId={legalEntityId} />
        </div>
      )}
    </WithObject>
  );
}

interface OfCompany {
  legalEntityId: number;
  balance: Balance;
}

const whereTo = ({ recipient, bankName, account }: NonNullable<Balance['account']>): string =>
  [recipient, bankName, account].join(', ');

function BalanceCard({ legalEntityId, balance }: OfCompany) {
  const { owed, reserved, free, account, obstacle, nextDay, moves } = balance;
  return (
    <Card title={t.title}>
      <p className="dim">{t.lead}</p>
      <Facts
        items={[
          { label: t.owed, value: formatMoneyOf(owed) },
          { label: t.reserved, value: formatMoneyOf(reserved) },
          { label: t.free, value: formatMoneyOf(free) },
          { label: t.account, value: account ? whereTo(account) : dash },
          { label: t.next, value: obstacle ? t.waits(PAYOUT_OBSTACLES[obstacle]) : t.nextDay(formatDayOf(nextDay)) },
        ]}
      />
      <div className="row">
        {moves.includes('payNow') && account && (
          <MoveButton
            operation={payouts.payNow}
            input={{
              params: { id: legalEntityId },
              body: { amount: free, account: { id: account.id, version: account.version } },
            }}
            label={t.payNow}
            ask={t.payNowAsk(formatMoneyOf(free), whereTo(account))}
            done={t.paying}
          />
        )}
        <Can op={payouts.list}>
          <ButtonLink to="/dashboard/payouts" search={{ filter: { legalEntityId } }}>
            {t.all}
          </ButtonLink>
        </Can>
      </div>
    </Card>
  );
}

function RuleCard({ legalEntityId, balance }: OfCompany) {
  const { rule, moves } = balance;
  return (
    <Card title={t.rule.title}>
      <Facts
        items={[
          { label: t.rule.every, value: PAYOUT_EVERY[rule.every] },
          { label: t.rule.least, value: formatAmountOf(rule.least) },
        ]}
      />
      {moves.includes('setRule') && (
        <div className="row">
          <Button
            onClick={() =>
              openDialog((close) => <RuleDialog legalEntityId={legalEntityId} rule={rule} onClose={close} />)
            }
          >
            {t.rule.change}
          </Button>
        </div>
      )}
    </Card>
  );
}
