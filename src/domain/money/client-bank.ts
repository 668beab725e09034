import { type Day, parseRussianDay } from '../values/days.ts';
import { type Kopecks, kopecks } from '../values/money.ts';
import type { BankMovement, BankStatement } from './bank-statement.ts';

/** Why a text is not read as a statement. */
export interface StatementRefused {
  readonly refused: string;
}

type Fields = ReadonlyMap<string, string>;
interface Sections {
  head: Map<string, string>;
  accounts: Map<string, string>[];
  documents: Map<string, string>[];
}

const MARK = '1CClientBankExchange';
const refused = (reason: string): StatementRefused => ({ refused: reason });

/** Whether a text is in the exchange form of 1С. */
export const isClientBank = (text: string): boolean => text.trimStart().startsWith(MARK);

/** Reads a statement in the exchange form of 1С («1CClientBankExchange») of one account. What is not whole is refused with its reason. */
export function readClientBank(text: string): BankStatement | StatementRefused {
  if (!isClientBank(text)) return refused('Это не выписка в формате 1С: файл начинается не с «1CClientBankExchange»');
  const lines = text.split(/\r\n|\r|\n/);
  if (!lines.some((line) => line.trim() === 'КонецФайла'))
    return refused('В файле нет строки «КонецФайла»: он загружен не полностью или записан не в кодировке Windows');
  const { accounts, documents } = sectionsOf(lines);
  const [account, ...others] = [...new Set(accounts.map((one) => one.get('РасчСчет') ?? ''))];
  if (!account) return refused('В файле нет остатков счёта: выгрузите выписку, а не платёжные поручения');
  if (others.length > 0) return refused('В файле несколько счетов: выгрузите выписку по одному');
  const balances = balancesOf(accounts);
  if (!balances) return refused('Не читаются остатки или дни счёта');
  const movements: BankMovement[] = [];
  for (const document of documents) {
    const movement = movementOf(document, account);
    if (movement && 'refused' in movement) return movement;
    if (movement) movements.push(movement);
  }
  return { account, ...balances, movements };
}

function sectionsOf(lines: readonly string[]): Sections {
  const sections: Sections = { head: new Map(), accounts: [], documents: [] };
  let current = sections.head;
  for (const line of lines) {
    const at = line.indexOf('=');
    const key = (at < 0 ? line : line.slice(0, at)).trim();
    if (key === 'СекцияРасчСчет') sections.accounts.push((current = new Map()));
    else if (key === 'СекцияДокумент') sections.documents.push((current = new Map()));
    else if (key === 'КонецРасчСчет' || key === 'КонецДокумента') current = sections.head;
    else if (at >= 0) current.set(key, line.slice(at + 1).trim());
  }
  return sections;
}

/** An account may have a section for each day: the first has what was before, the last what is left. */
function balancesOf(sections: readonly Fields[]): Pick<BankStatement, 'from' | 'to' | 'opening' | 'closing'> | null {
  const told = sections.map((one) => ({
    from: dayOf(one, 'ДатаНачала'),
    to: dayOf(one, 'ДатаКонца', 'ДатаНачала'),
    opening: sumOf(one.get('НачальныйОстаток')),
    closing: sumOf(one.get('КонечныйОстаток')),
  }));
  const sorted = told.toSorted((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first?.from || !last?.to || first.opening === null || last.closing === null) return null;
  return { from: first.from, to: last.to, opening: first.opening, closing: last.closing };
}

/** What a document moved on the account; null of one that went between one's own accounts. */
function movementOf(document: Fields, account: string): BankMovement | StatementRefused | null {
  const number = document.get('Номер') ?? '';
  const amount = sumOf(document.get('Сумма'));
  const isPayer = document.get('ПлательщикСчет') === account;
  const isReceiver = document.get('ПолучательСчет') === account;
  if (!isPayer && !isReceiver) return refused(`Документ № ${number || '—'} не по счёту ${account}`);
  const day = dayOf(document, isPayer ? 'ДатаСписано' : 'ДатаПоступило', 'Дата');
  if (amount === null || amount < 0 || !day) return refused(`Не читается сумма или день документа № ${number || '—'}`);
  if (isPayer && isReceiver) return null;
  const other = isPayer ? 'Получатель' : 'Плательщик';
  return {
    day,
    amount: isPayer ? kopecks(0 - amount) : amount,
    number,
    counterparty: document.get(`${other}1`) || document.get(other) || '',
    purpose: document.get('НазначениеПлатежа') ?? '',
  };
}

/** The day in the first of these fields that says any; null where that is none. */
const dayOf = (fields: Fields, ...keys: readonly string[]): Day | null =>
  parseRussianDay(keys.map((key) => fields.get(key)).find(Boolean) ?? '');

/** «1234.56», «-12,5», «100» */
export function sumOf(text: string | undefined): Kopecks | null {
  const found = /^([-+]?)(\d{1,13})(?:[.,](\d{1,2}))?$/.exec(text?.trim() ?? '');
  if (!found) return null;
  const [, sign, roubles, fraction = ''] = found;
  const sum = Number(roubles) * 100 + Number(fraction.padEnd(2, '0'));
  return kopecks(sign === '-' ? 0 - sum : sum);
}
