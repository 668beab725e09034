import { buffer } from 'node:stream/consumers';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import { type BankStatement, statementProblem } from '#domain/money/bank-statement.ts';
import { readClientBank, type StatementRefused } from '#domain/money/client-bank.ts';
import type { App } from '#server/platform/app.ts';
import { FileRefused } from '#server/platform/xlsx/read/refusal.ts';
import { Decoder, type Encoding, markOf } from '#server/platform/xlsx/read/text.ts';
import { readCamt } from './camt.ts';

/** Reads a statement that was sent, which is kept nowhere. @throws Refusal `input.invalid` at the file, with what is wrong with it */
export async function readStatement({ files }: App, { key }: Uploaded): Promise<BankStatement> {
  const bytes = await buffer(files.read(key));
  await files.remove(key);
  const isXml = /^[\s\ufeff]*</.test(bytes.subarray(0, 16).toString('utf8'));
  const read = isXml ? readCamt(bytes) : readText(bytes);
  if ('refused' in read) throw refusal(read.refused);
  const problem = statementProblem(read);
  if (problem !== null) throw refusal(problem);
  return read;
}

const refusal = (problem: string): Refusal => new Refusal('input.invalid', { fields: { file: problem } });

function readText(bytes: Buffer): BankStatement | StatementRefused {
  const mark = markOf(bytes);
  if (mark) return readClientBank(textOf(bytes.subarray(mark.length), mark.encoding) ?? '');
  return readClientBank(textOf(bytes, 'utf8') ?? textOf(bytes, 'windows-1251') ?? '');
}

/** The text in an encoding; null where the bytes are none in it. */
function textOf(bytes: Buffer, encoding: Encoding): string | null {
  try {
    const decoder = new Decoder(encoding);
    const text = decoder.decode(bytes);
    decoder.end();
    return text;
  } catch (error) {
    if (error instanceof FileRefused) return null;
    throw error;
  }
}
