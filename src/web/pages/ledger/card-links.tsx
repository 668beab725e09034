import type { Operation } from '#contract/kernel/op.ts';
import { type AccountCode, accountOf } from '#domain/money/ledger-accounts.ts';
import { useListState } from '#web/kit/list/state.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { ledgerTexts } from './texts.ts';

interface CardLinksProps {
  /** The list of balances: its day is the last one of the card. */
  operation: Operation;
  accounts: readonly AccountCode[];
  holderId: number;
}

/** From a balance on a day to the card of its account, which ends with that balance. */
export function CardLinks({ operation, accounts, holderId }: CardLinksProps) {
  const [{ filter }] = useListState(operation, undefined);
  const { day: to } = filter as { day?: string };
  return (
    <div className="row">
      {accounts.map((account) => (
        <ButtonLink
          key={account}
          to="/ledger/account"
          search={{ filter: { account, holderId, ...(to !== undefined && { to }) } }}
          title={accountOf(account).label}
        >
          {`${ledgerTexts.links.card} ${account}`}
        </ButtonLink>
      ))}
    </div>
  );
}
