import { Readable } from 'node:stream';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { settlements } from '#contract/settlements/settlements.ts';
import type { OfferKind } from '#domain/negotiation/terms-offer.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import type { Side } from '#domain/values/machine.ts';
import { printAgreementText } from '#server/modules/documents/agreement-text.queries.ts';
import { signingRightOf } from '#server/modules/employees/signing-right.queries.ts';
import type { Ctx, FileAnswer, Writing } from '#server/platform/ctx.ts';
import { readSchedule } from '../agreement/addendum.ts';
import { composeProposal, proposalIn, proposalText } from '../agreement/proposals.ts';
import { annulmentTerms, demandAnnullable } from '../agreement/reopening.ts';
import { ruleObstacles } from '../negotiation/lawful.ts';
import { type ActiveOffer, type NegotiationState, readNegotiation } from '../negotiation/negotiation-state.queries.ts';
import { composeOffer, readOffer } from '../negotiation/offer.ts';
import { type OfferText, offerText, textChanged } from '../negotiation/offer-text.queries.ts';
import { penaltyOfTerms } from '../negotiation/penalty-terms.ts';
import { shiftOfTerms } from '../negotiation/shift-terms.ts';
import { signingActIn } from '../negotiation/signing.ts';
import { readPause } from '../pauses/pauses.commands.ts';
import { askedForm } from './head-approval.ts';
import { noteOpened } from './opened-texts.commands.ts';

type Text = Answer<typeof settlements.readAgreement>;
type Draft = Input<typeof settlements.draftByCreditor>['body'];

/** The debtor reads his own data whole; the creditor does once both have signed. */
const blocksFor = (side: Side, { blocks, masked }: OfferText) => (side === 'individual' ? blocks : masked());
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

/** The active offer as both would sign it: an agreement, or a change of one. @throws Refusal `document.absent` where there is none */
export async function readAgreement(ctx: Ctx, id: number, { opens = true } = {}): Promise<Text> {
  const { text } = await activeText(ctx, id);
  if (opens) await noteOpened(ctx, id, text.sha256);
  return shown(sideOf(ctx), text);
}

const NAMES: Readonly<Record<OfferKind, string>> = {
  terms: 'Проект соглашения',
  addendum: 'Проект дополнительного соглашения',
  annulment: 'Проект соглашения об отмене',
};

/** The same as a file. */
export const printAgreement = async (ctx: Ctx, id: number): Promise<FileAnswer> =>
  printText(ctx, id, sideOf(ctx), await activeText(ctx, id));

async function printText(ctx: Ctx, id: number, side: Side, { text, kind, number }: NamedText): Promise<FileAnswer> {
  await noteOpened(ctx, id, text.sha256);
  const name = `${NAMES[kind]} № ${number}`;
  const pdf = await printAgreementText(ctx, { ...text, blocks: blocksFor(side, text) }, name);
  return { name: `${name}.pdf`, stream: Readable.from([pdf]) };
}

/** A text is composed anew for each reading, so one person asks for so many and no more. @throws Refusal `rate.limited` */
const countReading = ({ app, actor }: Ctx): Promise<void> => app.limits.take('draftAccount', String(actor!.accountId));

/** A text with what its file is named by. */
interface NamedText {
  text: OfferText;
  kind: OfferKind;
  number: string;
}

async function activeText(ctx: Ctx, id: number): Promise<NamedText> {
  await countReading(ctx);
  const negotiation: NegotiationState = await readNegotiation(ctx.db, id, ctx.now);
  const { offer, number } = negotiation;
  const text = offer && (await textOf(ctx, negotiation, offer));
  if (!text) throw new Refusal('document.absent', { detail: 'Предложения на столе нет: читать пока нечего' });
  // What was signed is another text: nobody reads one and signs the other.
  if (text.termsHash !== offer.termsHash)
    throw new Refusal('document.absent', {
      detail: `${ruleObstacles(negotiation, offer)[0]?.why ?? textChanged}. Подписать его уже нельзя: предложение нужно сделать заново`,
    });
  return { text, kind: offer.kind, number };
}

/** Null of an offer from before its text was signed. */
async function textOf(ctx: Ctx, negotiation: NegotiationState, offer: ActiveOffer): Promise<OfferText | null> {
  const proposal = proposalIn(offer);
  if (proposal) return proposalText(ctx, negotiation, proposal);
  if (offer.kind !== 'terms' || offer.templateVersion === null) return null;
  return offerText(ctx, negotiation, offer, offer.templateVersion);
}

/**
 * The agreement of terms that somebody is about to offer, or the change of the one in force, before he signs it. Nothing is kept
 * of it but that he has opened it.
 * @throws Refusal `move.illegal`, `input.invalid` as the offer itself would
 */
export async function draftAgreement(ctx: Writing, id: number, side: Side, form: Draft): Promise<Text> {
  const { text } = await draftText(ctx, id, side, form);
  if (form.opens) await noteOpened(ctx, id, text.sha256);
  return shown(side, text);
}

/** The same as a file. */
export const printDraft = async (ctx: Writing, id: number, side: Side, form: Draft): Promise<FileAnswer> =>
  printText(ctx, id, side, await draftText(ctx, id, side, form));

async function draftText(ctx: Writing, id: number, side: Side, form: Draft): Promise<NamedText> {
  await countReading(ctx);
  const negotiation = await readNegotiation(ctx.db, id, ctx.now);
  const { number } = negotiation;
  if (!settlementMachine.canMove(negotiation.status, 'reschedule')) {
    return { text: await draftTerms(ctx, negotiation, side, form), kind: 'terms', number };
  }
  const kind = form.reason === undefined ? 'addendum' : 'annulment';
  return { text: await draftChange(ctx, negotiation, side, form), kind, number };
}

async function draftTerms(ctx: Writing, negotiation: NegotiationState, side: Side, form: Draft): Promise<OfferText> {
  const { plan, rows } = readOffer(ctx, negotiation, side, planOf(form));
  const penalty = penaltyOfTerms(negotiation, plan, ctx.day, form.penaltyDayBps);
  const shiftEvery = shiftOfTerms(negotiation, form.shiftEvery);
  // Whoever may not sign reads it all the same: his head may be the one who offers it.
  const right =
    side === 'creditor'
      ? await signingRightOf(ctx, negotiation.legalEntityId, [signingActIn(negotiation.status)])
      : null;
  const signatory = right?.ok ? right.signatory : null;
  return (await composeOffer(ctx, negotiation, { side, plan, rows, penalty, shiftEvery }, signatory)).text;
}

async function draftChange(ctx: Writing, negotiation: NegotiationState, side: Side, form: Draft): Promise<OfferText> {
  if (form.reason !== undefined) {
    await demandAnnullable(ctx, negotiation);
    const told = annulmentTerms(ctx, negotiation, side, form.reason);
    return (await composeProposal(ctx, negotiation, side, { kind: 'annulment', told })).text;
  }
  const { told } = await readSchedule(ctx, negotiation, { ...form, plan: planOf(form) });
  return (await composeProposal(ctx, negotiation, side, { kind: 'addendum', told })).text;
}

/** @throws Refusal `input.invalid` */
function planOf({ plan }: Draft): NonNullable<Draft['plan']> {
  if (plan === undefined) throw new Refusal('input.invalid', { fields: { plan: 'Назовите условия' } });
  return plan;
}

/**
 * What a head is asked to sign, as it would be signed by him now: his own offer by the form of his manager, or the active offer.
 * @throws Refusal `object.absent`, `approval.closed`, and as the offer itself would
 */
export async function readAsked(
  ctx: Writing,
  id: number,
  { approvalId, opens = false }: Input<typeof settlements.readAsked>['body'],
): Promise<Text> {
  const form = await askedForm(ctx.db, id, approvalId);
  if (form === null) return readAgreement(ctx, id, { opens });
  const { plan, penaltyDayBps, shiftEvery } = form;
  return draftAgreement(ctx, id, 'creditor', { plan, penaltyDayBps, shiftEvery, opens });
}

/** The addendum of a pause to which a creditor is about to agree. @throws Refusal `move.illegal` when none is asked for */
export async function draftPause(ctx: Writing, id: number, { opens = false } = {}): Promise<Text> {
  await countReading(ctx);
  const negotiation = await readNegotiation(ctx.db, id, ctx.now);
  const { told } = await readPause(ctx, negotiation);
  const { text } = await composeProposal(ctx, negotiation, 'creditor', { kind: 'addendum', told });
  if (opens) await noteOpened(ctx, id, text.sha256);
  return shown('creditor', text);
}
