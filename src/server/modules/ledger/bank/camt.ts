import type { BankMovement, BankStatement } from '#domain/money/bank-statement.ts';
import { type StatementRefused, sumOf } from '#domain/money/client-bank.ts';
import { type Day, parseDay } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { FileRefused } from '#server/platform/xlsx/read/refusal.ts';
import { unescapeXml, XmlScanner, type XmlSink } from '#server/platform/xlsx/read/xml.ts';

/** The values of one element by the names of the elements within it, joined by «/»; of several with one name the first counts. */
type Values = Map<string, string>;

/** What a statement is made of: its own values, its balances and its entries. */
class StatementSink implements XmlSink {
  readonly statements: { own: Values; balances: Values[]; entries: Values[] }[] = [];
  readonly #names: string[] = [];
  #current: Values | undefined;
  /** How deep the element is whose values are taken. */
  #base = 0;
  #text = '';

  open(name: string, depth: number): void {
    this.#names.length = depth - 1;
    this.#names.push(name);
    this.#text = '';
    const statement = this.statements.at(-1);
    if (name === 'Stmt')
      this.#begin(depth, (values) => this.statements.push({ own: values, balances: [], entries: [] }));
    else if (name === 'Bal' && this.#isWithin('Stmt')) this.#begin(depth, (values) => statement!.balances.push(values));
    else if (name === 'Ntry' && this.#isWithin('Stmt')) this.#begin(depth, (values) => statement!.entries.push(values));
  }

  text(xml: string, from: number, to: number, escaped: boolean): void {
    const text = xml.slice(from, to);
    this.#text += escaped ? unescapeXml(text) : text;
  }

  close(depth: number): void {
    const text = this.#text.trim();
    const path = this.#names.slice(this.#base, depth).join('/');
    if (text && this.#current && depth > this.#base && !this.#current.has(path)) this.#current.set(path, text);
    this.#text = '';
    if (depth !== this.#base) return;
    // What comes after a balance or an entry is the statement's own again.
    this.#current = this.#names[depth - 1] === 'Stmt' ? undefined : this.statements.at(-1)?.own;
    this.#base = depth - 1;
  }

  #isWithin(name: string): boolean {
    return this.#names.at(-2) === name;
  }

  #begin(depth: number, keep: (values: Values) => void): void {
    this.#current = new Map();
    this.#base = depth;
    keep(this.#current);
  }
}

const refused = (reason: string): StatementRefused => ({ refused: reason });

/** Reads a statement in the form camt.053 (ISO 20022) of one account in roubles. What is not whole is refused with its reason. */
export function readCamt(bytes: Buffer): BankStatement | StatementRefused {
  const sink = new StatementSink();
  try {
    const scanner = new XmlScanner(sink);
    scanner.write(bytes);
    scanner.end();
  } catch (error) {
    if (error instanceof FileRefused) return refused('Файл XML повреждён или загружен не полностью');
    throw error;
  }
  const [statement, ...others] = sink.statements;
  if (!statement) return refused('Это не выписка camt.053: в файле нет ни одной выписки');
  if (others.length > 0) return refused('В файле несколько выписок: загрузите по одной');
  const { own, balances, entries } = statement;
  const account = own.get('Acct/Id/Othr/Id') ?? own.get('Acct/Id/IBAN');
  const opening = balanceOf(balances, ['OPBD', 'PRCD']);
  const closing = balanceOf(balances, ['CLBD']);
  if (!/^(RU[BR])?$/.test(own.get('Acct/Ccy') ?? '')) return refused('Счёт выписки не в рублях');
  if (!account || !opening || !closing) return refused('Не читаются остатки или счёт');
  const booked = entries.filter((entry) => (entry.get('Sts/Cd') ?? entry.get('Sts') ?? 'BOOK') === 'BOOK');
  const movements: BankMovement[] = [];
  for (const entry of booked) {
    const movement = movementOf(entry);
    if (!movement) return refused(`Не читается операция № ${entry.get('NtryRef') ?? movements.length + 1}`);
    movements.push(movement);
  }
  const from = dayOf(own, 'FrToDt/FrDtTm', 'FrToDt/FrDt') ?? opening.day;
  const to = dayOf(own, 'FrToDt/ToDtTm', 'FrToDt/ToDt') ?? closing.day;
  if (!from || !to) return refused('Не читаются дни выписки');
  return { account, from, to, opening: opening.sum, closing: closing.sum, movements };
}

/** The balance of a code, with its day. */
function balanceOf(balances: readonly Values[], codes: readonly string[]): { sum: Kopecks; day: Day | null } | null {
  const found = codes.flatMap((code) => balances.filter((one) => one.get('Tp/CdOrPrtry/Cd') === code))[0];
  const sum = found && signed(found);
  return sum == null ? null : { sum, day: dayOf(found!, 'Dt/Dt', 'Dt/DtTm') };
}

function movementOf(entry: Values): BankMovement | null {
  const amount = signed(entry);
  const day = dayOf(entry, 'BookgDt/Dt', 'BookgDt/DtTm') ?? dayOf(entry, 'ValDt/Dt', 'ValDt/DtTm');
  if (amount === null || !day) return null;
  const details = 'NtryDtls/TxDtls';
  const other = amount < 0 ? 'Cdtr' : 'Dbtr';
  const party = `${details}/RltdPties/${other}`;
  return {
    day,
    amount,
    number: entry.get(`${details}/Refs/EndToEndId`) ?? entry.get('NtryRef') ?? entry.get('AcctSvcrRef') ?? '',
    counterparty: entry.get(`${party}/Nm`) ?? entry.get(`${party}/Pty/Nm`) ?? '',
    purpose: entry.get(`${details}/RmtInf/Ustrd`) ?? entry.get('AddtlNtryInf') ?? '',
  };
}

/** The sum of a balance or an entry, below zero when it is a debit, or a credit that was taken back. */
function signed(values: Values): Kopecks | null {
  const sum = sumOf(values.get('Amt'));
  const side = values.get('CdtDbtInd');
  if (sum === null || sum < 0 || (side !== 'CRDT' && side !== 'DBIT')) return null;
  return side === 'DBIT' ? kopecks(0 - sum) : sum;
}

const dayOf = (values: Values, ...names: string[]): Day | null =>
  parseDay((names.map((name) => values.get(name)).find(Boolean) ?? '').slice(0, 10));
