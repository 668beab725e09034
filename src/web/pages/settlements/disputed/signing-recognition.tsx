import { RecognitionNote } from '#web/features/claims/limitation.tsx';
import type { Settlement } from '../sides.ts';
import { disputedTexts } from './disputed-texts.ts';

const { signature: t } = disputedTexts;

/** What the debtor reads before he signs: his signature recognises the debt, but for what he disputes (docs/decisions/0092, 0103). */
export const SigningRecognition = ({ of }: { of: Pick<Settlement, 'limitation' | 'disputed' | 'proceedings'> }) => (
  <RecognitionNote of={of} act={of.disputed.length > 0 ? t.part : t.whole} />
);
