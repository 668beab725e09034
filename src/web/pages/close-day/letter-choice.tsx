import type { Result } from '#contract/kernel/op.ts';
import { closeDay } from '#contract/money/close-day.ts';
import { useMove } from '#web/kit/detail/use-move.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { texts as t } from './texts.ts';

/** Whether who looks gets a letter with the figures of each closed day. */
export function LetterChoice({ results: { wantsLetter } }: { results: Result<typeof closeDay.results> }) {
  const [busy, choose] = useMove(closeDay.chooseLetter, wantsLetter ? t.letterOff : t.letterOn);
  return (
    <Card title={t.letter}>
      <Checkbox
        label={t.letterWanted}
        checked={wantsLetter}
        disabled={busy}
        onChange={() => choose({ body: { wanted: !wantsLetter } })}
      >
        <p className="dim small">{t.letterAbout}</p>
      </Checkbox>
    </Card>
  );
}
