import { useState } from 'react';
import { paymentShifts } from '#contract/settlements/payment-shifts.ts';
import { shiftEveryWords } from '#domain/settlements/payment-shift.ts';
import { useRead } from '#web/kit/data/query.ts';
import { readingTexts } from '#web/kit/signing/reading-texts.ts';
import { SignButton } from '#web/kit/signing/sign-button.tsx';
import { TextDialog } from '#web/kit/signing/text-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { paramsOf, type Settlement } from '../sides.ts';
import { shiftTexts as t } from './shift-texts.ts';

type Shift = NonNullable<Settlement['shift']>;
type Choice = Shift['choices'][number];

/** Where its debtor shifts one payment: which one, to which day, and the notice that he signs. What stands in the way closes the button. */
export function ShiftCard({ settlement }: { settlement: Settlement }) {
  const { shift, shiftEvery } = settlement;
  const [chosen, setChosen] = useState<number>();
  if (!shift || shiftEvery === null) return null;
  const { choices } = shift;
  const choice = choices.find(({ no }) => no === chosen) ?? choices.find(({ why }) => why === null) ?? choices[0];
  return (
    <Card title={t.title}>
      <p className="dim">{t.lead(shiftEvery)}</p>
      {choices.length > 0 && (
        <SelectField
          label={t.which}
          choices={choices.map(({ no, dueDate, amount }) => [
            String(no),
            t.payment(no, formatDayOf(dueDate), formatMoneyOf(amount)),
          ])}
          value={choice?.no}
          onChange={({ target }) => setChosen(Number(target.value))}
        />
      )}
      {choice ? (
        <Chosen settlement={settlement} choice={choice} every={shiftEvery} closed={shift.closed ?? choice.why} />
      ) : (
        shift.closed !== null && <p>{shift.closed}</p>
      )}
    </Card>
  );
}

function Chosen({
  settlement,
  choice: { no, dueDate, to, amount },
  every,
  closed,
}: {
  settlement: Settlement;
  choice: Choice;
  every: number;
  closed: string | null;
}) {
  const params = paramsOf(settlement, 'individual');
  const [day, former] = [formatDayOf(to), formatDayOf(dueDate)];
  return (
    <>
      {closed === null ? (
        <div className="stack-tight">
          <p>
            <strong>{t.to(day)}</strong>
          </p>
          <p className="dim">{t.same}</p>
        </div>
      ) : (
        <Notice tone="info">{closed}</Notice>
      )}
      <div className="row">
        {closed === null && <ReadNotice params={params} no={no} />}
        <SignButton
          code={{ operation: paymentShifts.code, params }}
          closed={closed ?? undefined}
          signed={{
            operation: paymentShifts.shift,
            params,
            body: { no },
            reads: { operation: paymentShifts.draft, params, body: { no } },
            title: t.signTitle,
            what: (
              <div className="stack-tight">
                <p>
                  <strong>{t.what(no, formatMoneyOf(amount), former, day)}</strong>
                </p>
                <p className="dim">{t.same}</p>
                <p className="dim">{t.after(shiftEveryWords(every))}</p>
              </div>
            ),
            action: t.sign,
            done: t.done,
          }}
        >
          {t.action(day)}
        </SignButton>
      </div>
    </>
  );
}

/** A button that opens the notice as it would be signed. */
function ReadNotice(of: { params: { id: number; x: number }; no: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{readingTexts.read.shift}</Button>
      {isOpen && <NoticeText {...of} onClose={() => setOpen(false)} />}
    </>
  );
}

function NoticeText({ params, no, onClose }: { params: { id: number; x: number }; no: number; onClose: () => void }) {
  const read = useRead(paymentShifts.draft, { params, body: { no } });
  return <TextDialog kind="shift" read={read} onClose={onClose} />;
}
