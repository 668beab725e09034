import { Refusal } from '#contract/kernel/errors.ts';
import type { ScanState, Uploaded } from '#contract/kernel/file.ts';
import type { App } from '../../app.ts';
import type { Ctx } from '../../ctx.ts';
import { describeError } from '../../log/log.ts';
import { auditAct } from '../../state/write.ts';

/**
 * Has an uploaded file looked at for viruses, where there is a scanner. While it is away files are taken and held: nobody
 * is served them until they have been looked at.
 * @throws Refusal `input.invalid` for one with a virus, which the audit learns
 */
export async function scanUpload(ctx: Ctx, file: Uploaded): Promise<Uploaded> {
  const scan = await stateOf(ctx.app, file.key);
  if (scan !== 'infected') return { ...file, scan };
  const after = { infected: true, sha256: file.sha256 };
  await auditAct(ctx, ctx.db, { action: 'update', objectType: 'stored_files', objectId: null, after, reason: null });
  throw new Refusal('input.invalid', { fields: { file: 'В файле найден вирус: мы его не приняли' } });
}

/** What the scanner says of a file in the storage; `held` when he says nothing. */
export async function stateOf({ scanner, files, log }: App, key: string): Promise<ScanState> {
  if (!scanner) return 'none';
  try {
    return await scanner.scan(files.read(key));
  } catch (error) {
    log.warn({ error: describeError(error) }, 'file not scanned');
    return 'held';
  }
}

/** What is said of files that nobody may be served, by what the scanner has said of them. */
const unserved = { held: 'file.held', infected: 'file.infected' } as const;
export const servedToNobody = Object.keys(unserved) as (keyof typeof unserved)[];

/** @throws Refusal `file.held`, `file.infected` for a file that nobody may be served */
export function demandServed(scan: string): void {
  if (Object.hasOwn(unserved, scan)) throw new Refusal(unserved[scan as keyof typeof unserved]);
}
