import { CreditorLimitation, SignedRecognitionNote } from '#web/features/claims/limitation.tsx';
import type { Settlement, Side } from '../sides.ts';
import { disputedTexts } from './disputed-texts.ts';

const { signature: t } = disputedTexts;

/** What the debtor reads before he signs: his signature recognises the debt, but for what he disputes (docs/decisions/0092, 0103). */
export const SigningRecognition = ({ of }: { of: Pick<Settlement, 'limitation' | 'disputed' | 'proceedings'> }) => (
  <SignedRecognitionNote of={of} act={of.disputed.length > 0 ? t.part : t.whole} />
);

/** The same of a new schedule: asking for other terms and agreeing to them recognise what is left (Пленум ВС № 43 п. 20). */
export const ChangeRecognition = ({ of, side }: { of: Settlement; side: Side }) =>
  side === 'individual' ? <SignedRecognitionNote of={of} act={t.rest} /> : <CreditorLimitation of={of} />;
