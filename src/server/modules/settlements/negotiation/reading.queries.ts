import { Readable } from 'node:stream';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import type { Side } from '#domain/values/machine.ts';
import { printAgreementText } from '#server/modules/documents/agreement-text.queries.ts';
import { signingRightOf } from '#server/modules/employees/signing-right.queries.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { signingActIn } from '../agreement/signing.ts';
import { type NegotiationState, readNegotiation } from './negotiation.ts';
import { composeOffer, readOffer } from './offer.ts';
import { type OfferText, offerText, textChanged } from './offer-text.queries.ts';
import { penaltyOfTerms } from './penalty-terms.ts';

type Text = Answer<typeof settlements.readAgreement>;
type Draft = Input<typeof settlements.draftByCreditor>['body'];

/** The debtor reads his own data whole; the creditor does once both have signed. */
const blocksFor = (side: Side, { blocks, masked }: OfferText) => (side === 'individual' ? blocks : masked);
const sideOf = ({ actor }: Ctx): Side => (actor?.kind === 'individual' ? 'individual' : 'creditor');

const shown = (side: Side, text: OfferText): Text => ({
  version: text.version,
  sha256: text.sha256,
  blocks: blocksFor(side, text).map((block) =>
    block.type === 'table'
      ? { ...block, columns: [...block.columns], rows: block.rows.map((row) => [...row]) }
      : 'lines' in block
        ? { ...block, lines: [...block.lines] }
        : block,
  ),
});

/** The agreement of the offer on the table, as both would sign it. @throws Refusal `document.absent` where none lies there */
export const readAgreement = async (ctx: Ctx, id: number): Promise<Text> =>
  shown(sideOf(ctx), await textOnTable(ctx, id));

/** The same as a file. */
export async function printAgreement(ctx: Ctx, id: number): Promise<FileAnswer> {
  const { number } = await readNegotiation(ctx.db, id, ctx.now);
  const name = `Проект соглашения № ${number}`;
  const text = await textOnTable(ctx, id);
  const pdf = await printAgreementText(ctx, { ...text, blocks: blocksFor(sideOf(ctx), text) }, name);
  return { name: `${name}.pdf`, stream: Readable.from([pdf]) };
}

async function textOnTable(ctx: Ctx, id: number): Promise<OfferText> {
  const negotiation: NegotiationState = await readNegotiation(ctx.db, id, ctx.now);
  const { offer } = negotiation;
  if (offer?.kind !== 'terms' || offer.templateVersion === null) {
    throw new Refusal('document.absent', { detail: 'Предложения на столе нет: читать пока нечего' });
  }
  const text = await offerText(ctx, negotiation, offer, offer.templateVersion);
  // What was signed is another text: nobody reads one and signs the other.
  if (text.termsHash !== offer.termsHash) throw new Refusal('document.absent', { detail: textChanged });
  return text;
}

/**
 * The agreement of terms that somebody is about to offer, before he signs them. Nothing is kept of it.
 * @throws Refusal `move.illegal`, `input.invalid` as the offer itself would
 */
export async function draftAgreement(ctx: Ctx<Actor, Tx>, id: number, side: Side, form: Draft): Promise<Text> {
  const negotiation = await readNegotiation(ctx.db, id, ctx.now);
  const { plan, rows } = readOffer(ctx, negotiation, side, form.plan);
  const penalty = penaltyOfTerms(negotiation, plan, ctx.day, form.penaltyDayBps);
  // Whoever may not sign reads it all the same: his head may be the one who offers it.
  const right =
    side === 'creditor'
      ? await signingRightOf(ctx, negotiation.legalEntityId, [signingActIn(negotiation.status)])
      : null;
  const signatory = right?.ok ? right.signatory : null;
  const { text } = await composeOffer(ctx, negotiation, { side, plan, rows, penalty }, signatory);
  return shown(side, text);
}
