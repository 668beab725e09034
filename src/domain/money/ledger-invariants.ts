import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { type Balances, balanceOf } from './ledger.ts';
import { ACCOUNT_CODES, type AccountCode, growsByDebit } from './ledger-accounts.ts';

/** A sum that should be equal to another and is not. */
export type Broken = { readonly rule: string; readonly expected: Kopecks; readonly found: Kopecks };

/** What the ledger must agree with outside of itself, in kopecks. */
type Witness = {
  /** The balance of the statement of the partner. */
  readonly statement: Kopecks;
  /** What is unpaid of the schedules and penalties in force, by settlement. */
  readonly openClaims: ReadonlyMap<number, Kopecks>;
  readonly openPenalties: ReadonlyMap<number, Kopecks>;
};

/**
 * The invariants over all balances (docs/domain.md §9): money is in balance, memo accounts are in balance with their contra
 * account, claims are the unpaid schedules, the partner's account is his statement. Each entry's own is `isBalanced`.
 */
export function brokenInvariants(balances: Balances, witness: Witness): Broken[] {
  const memo = (code: AccountCode) => code.startsWith('M');
  return [
    ...equal('money', total(balances, isDebit, memo, false), total(balances, isCredit, memo, false)),
    ...equal('memo', total(balances, isDebit, memo, true), total(balances, isCredit, memo, true)),
    ...equal('statement', witness.statement, balanceOf(balances, '1010')),
    ...heldBy('claims', balances, 'M10', witness.openClaims),
    ...heldBy('penalties', balances, 'M30', witness.openPenalties),
  ];
}

const isDebit = growsByDebit;
const isCredit = (code: AccountCode): boolean => !growsByDebit(code);

function total(
  balances: Balances,
  side: (code: AccountCode) => boolean,
  memo: (code: AccountCode) => boolean,
  isMemo: boolean,
): Kopecks {
  const codes = new Set<string>(ACCOUNT_CODES.filter((code) => side(code) && memo(code) === isMemo));
  return sumKopecks([...balances].filter(([key]) => codes.has(key.split(':')[0] ?? '')).map(([, amount]) => amount));
}

function heldBy(
  rule: string,
  balances: Balances,
  account: AccountCode,
  expected: ReadonlyMap<number, Kopecks>,
): Broken[] {
  const held = [...balances.keys()]
    .filter((key) => key.startsWith(`${account}:`))
    .map((key) => Number(key.split(':')[1]));
  return [...new Set([...held, ...expected.keys()])].flatMap((id) =>
    equal(`${rule} of settlement ${id}`, expected.get(id) ?? kopecks(0), balanceOf(balances, account, id)),
  );
}

function equal(rule: string, expected: Kopecks, found: Kopecks): Broken[] {
  return expected === found ? [] : [{ rule, expected, found }];
}
