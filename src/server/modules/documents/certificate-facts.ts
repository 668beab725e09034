import type { CertificateFacts } from '#domain/documents/certificate-template.ts';
import type { Signatory } from '#domain/parties/signing-right.ts';
import type { Day } from '#domain/values/days.ts';
import { fullName } from '#domain/values/person-name.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { byOrderOf } from './notices.queries.ts';
import { concludedSettlement } from './sides.ts';

const unknown = 'не указано';

/** What a certificate is about, and all that it tells beside its sums. */
interface Known {
  subject: { agreementId: number; individualId: number; legalEntityId: number; number: string };
  facts: Omit<CertificateFacts, 'paid' | 'paidOn' | 'forgiven' | 'penalty'>;
}

/** Gathers what a certificate tells at the moment it is issued (docs/domain.md §11). */
export async function certificateFacts(
  { db, now }: Pick<Ctx, 'now'> & { db: Tx },
  settlementId: number,
  signatory: Signatory | null,
): Promise<Known> {
  const { row, subject, facts } = await concludedSettlement(db, settlementId);
  // The agreement's number with a letter of its own.
  const number = row.number.replace(/^У/, 'С');
  return {
    subject: { ...subject, number },
    facts: {
      ...facts,
      number,
      issuedAt: now,
      creditor: { ...facts.creditor, ogrn: row.ogrn ?? unknown, address: row.legalAddress ?? unknown },
      debtor: { fullName: fullName(row), birthDate: (row.birthDate ?? unknown) as Day },
      ...(signatory === null ? await byOrder(db, settlementId) : { signedBy: signatory }),
    },
  };
}

/** Nobody of the creditor has issued it: the platform does, by the order of the agreement; older ones gave none. */
async function byOrder(tx: Tx, settlementId: number): Promise<Pick<CertificateFacts, 'issuedBy' | 'signedBy'>> {
  const words = 'Выдано платформой по поручению Кредитора, данному в Соглашении';
  const { decidedBy, signatory: signedBy } = await byOrderOf(tx, settlementId, words);
  const unordered = 'Выдано платформой: оплата полная, Кредитор не возразил в срок';
  return { issuedBy: signedBy === null ? unordered : decidedBy, signedBy };
}
