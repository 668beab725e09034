import { pauses } from '#contract/settlements/pauses.ts';
import { HOLIDAY_GROUNDS, type HolidayGround, isOpenEnded } from '#domain/settlements/holidays.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { readDay, readSum } from '#web/kit/form/typed.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { Pausable } from './hard-times.tsx';
import { PaperField, usePaper } from './paper-field.tsx';
import { MONTHS } from './pause-dialog.tsx';
import { pauseTexts as t } from './pause-texts.ts';

/** A sum as it is sent; what was left out is not. */
const sumOf = (name: string, typed: string) => (typed.trim() === '' ? {} : { [name]: readSum(typed) ?? 0 });

/** Whether the agreement says anything of interest. */
const bearsInterest = ({ schedule }: Pausable): boolean => schedule.some(({ interest }) => interest > 0);

/** The borrower takes the holidays that the law gives him. */
export function HolidaysDialog({ settlement, onClose }: { settlement: Pausable; onClose: () => void }) {
  const paper = usePaper();
  const form = useOperationForm({
    operation: pauses.takeHolidays,
    params: { id: settlement.individualId, x: settlement.id },
    initial: {
      ground: 'income',
      months: '6',
      since: '',
      incomeBefore: '',
      incomePrevious: '',
      incomeNow: '',
      car: false,
      file: '',
    },
    check: () => paper.check(t.takeProof),
    body: ({ ground, months, since, incomeBefore, incomePrevious, incomeNow, car }) => ({
      ground,
      ...(isOpenEnded(ground as HolidayGround) ? { since: readDay(since) ?? '' } : { months: Number(months) }),
      ...(ground === 'income' && {
        ...sumOf('incomeBefore', incomeBefore),
        ...sumOf('incomePrevious', incomePrevious),
        ...sumOf('incomeNow', incomeNow),
      }),
      ...(car && { car }),
    }),
    send: paper.send,
    ...closeOnDone(t.taken, onClose),
  });
  const ground = form.methods.watch('ground') as HolidayGround;
  const isIncome = ground === 'income';
  const isService = isOpenEnded(ground);
  return (
    <Dialog title={t.taking} onClose={onClose}>
      <Form form={form} action={t.begin} onCancel={onClose}>
        <p className="dim">
          {isService ? t.serviceLead : bearsInterest(settlement) ? `${t.takeLead} ${t.takeInterest}` : t.takeLead}
        </p>
        <RadioList label={t.ground} {...form.field('ground')} choices={Object.entries(HOLIDAY_GROUNDS)} />
        {isIncome && (
          <>
            <TextField {...form.field('incomeBefore')} label={t.incomeBefore} inputMode="decimal" autoComplete="off" />
            <TextField
              {...form.field('incomePrevious')}
              label={t.incomePrevious}
              inputMode="decimal"
              autoComplete="off"
            />
            <TextField {...form.field('incomeNow')} label={t.incomeNow} inputMode="decimal" autoComplete="off" />
          </>
        )}
        {isService ? (
          <DateField {...form.field('since')} label={t.serviceSince} autoComplete="off" />
        ) : (
          <>
            <SelectField {...form.field('months')} label={t.months} choices={MONTHS} />
            <Checkbox {...form.field('car')} label={t.car} />
          </>
        )}
        <PaperField paper={paper} label={t.takeProof} error={form.field('file').error} />
      </Form>
    </Dialog>
  );
}
