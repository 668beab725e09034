import {
  LIMITATION_IN_COURT,
  LIMITATION_WARNING,
  type LimitationStatus,
  limitationWarning,
  recognitionWords,
  writtenRecognitionWords,
} from '#domain/registries/limitation.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { limitationTexts as t } from './limitation-texts.ts';

/** A debt as far as its limitation goes. */
export interface Limited {
  limitation: LimitationStatus;
  /** Null where the creditor has named no day: an entry of a simple registry may. */
  overdueFrom?: string | null;
  /** Of a claim; a settlement tells it by its case. */
  stage?: string;
  proceedings?: { stage: string } | null;
}

const isInCourt = ({ stage, proceedings }: Limited): boolean => (stage ?? proceedings?.stage) === 'court';

/**
 * What a debtor reads before he recognises a debt whose limitation may have run out: on the page and where he signs. Nothing
 * where it runs, and nothing in enforcement, which has another term.
 */
export function LimitationWarning({ of }: { of: Limited }) {
  if (!mayBeOver(of)) return null;
  const [first, ...rest] = limitationWarning(of);
  return (
    <Notice tone="warning">
      <div className="stack-tight">
        <strong>{first}</strong>
        <p>{rest.join(' ')}</p>
        {isInCourt(of) && <p>{LIMITATION_IN_COURT}</p>}
      </div>
    </Notice>
  );
}

/**
 * The same with what the act does where the term still runs: whoever recognises a debt reads one of the two, in the same words
 * everywhere.
 * @param act what he does, as the beginning of the sentence: «Просьба о рассрочке»
 */
export function RecognitionNote({ of, act }: { of: Limited; act: string }) {
  return <Recognition of={of} words={recognitionWords(act)} />;
}

/** The same where he signs: that the term still runs is only his creditor's word. */
export function SignedRecognitionNote({ of, act }: { of: Limited; act: string }) {
  return <Recognition of={of} words={writtenRecognitionWords(act)} />;
}

function Recognition({ of, words }: { of: Limited; words: string }) {
  if (of.limitation === 'enforcement') return null;
  if (mayBeOver(of)) return <LimitationWarning of={of} />;
  return <p className="dim small">{words}</p>;
}

/** What whoever accepts for the creditor reads of it: the debtor's signature recognises the debt, and he has been warned where he must be. */
export function CreditorLimitation({ of }: { of: Limited & { disputed: readonly unknown[] } }) {
  if (of.limitation === 'enforcement') return null;
  const act = t[of.disputed.length > 0 ? 'part' : 'whole'];
  if (mayBeOver(of)) {
    return (
      <Notice tone="warning">
        {LIMITATION_WARNING[0]} {t.warned} {writtenRecognitionWords(act)}
      </Notice>
    );
  }
  return <p className="dim small">{writtenRecognitionWords(act)}</p>;
}

/** Where it may, no button tempts him to recognise the debt, and he is told before. */
export const mayBeOver = ({ limitation }: Limited): boolean => limitation === 'may_be_over';

/** What he sends where he was shown it. */
export const limitationShown = (of: Limited): { limitationShown?: true } =>
  mayBeOver(of) ? { limitationShown: true } : {};
