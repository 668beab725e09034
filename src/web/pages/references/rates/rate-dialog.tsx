import { useState } from 'react';
import { rates } from '#contract/platform/rates.ts';
import { fieldsOf, keysOf, RATE_KINDS, type RateField, type RateKind } from '#domain/rates/rate-kinds.ts';
import { rateWords } from '#domain/rates/rate-words.ts';
import { mayBeEntered, type Rates } from '#domain/rates/rates.ts';
import { splitPastedRates } from '#domain/rates/read-rate.ts';
import { type Day, formatDay, parseRussianDay } from '#domain/values/days.ts';
import { refresh, useReadOf } from '#web/kit/data/query.ts';
import { Form, type OperationForm, useOperationForm } from '#web/kit/form/form.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { Pair } from '#web/ui/display/pair.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { daysToBegin, draftOf, isTable, keysIn, type RateDraft, readDraft, rowBefore } from './draft.ts';
import { ratesTexts } from './texts.ts';
import { YearCalendar } from './year-calendar.tsx';

const t = ratesTexts.form;
const kinds = Object.keys(RATE_KINDS) as RateKind[];

/** Proposes rows of one kind, by the declaration of the kind; a second person puts them in force. */
export function RateDialog({ known, onClose }: { known: Rates; onClose: () => void }) {
  const [kind, setKind] = useState<RateKind>(kinds[0]!);
  const keys = Object.entries(keysOf(kind));
  const [chosen, setKey] = useState<string>();
  const key = chosen !== undefined && chosen in keysOf(kind) ? chosen : keys[0]![0];
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div className="stack">
        <SelectField
          label={t.kind}
          value={kind}
          onChange={(event) => setKind(event.target.value as RateKind)}
          choices={kinds.map((one) => [one, RATE_KINDS[one].title])}
          hint={t.day(RATE_KINDS[kind].day)}
          data-autofocus
        />
        {keys.length > 1 && !isTable(kind) && (
          <SelectField label={t.key} value={key} onChange={(event) => setKey(event.target.value)} choices={keys} />
        )}
        <RowsForm key={`${kind}.${key}`} kind={kind} rowKey={key} known={known} onClose={onClose} />
      </div>
    </Dialog>
  );
}

interface RowsProps {
  kind: RateKind;
  rowKey: string;
  known: Rates;
  onClose: () => void;
}

type DraftForm = OperationForm<RateDraft>;

function RowsForm({ kind, rowKey, known, onClose }: RowsProps) {
  const [today] = useState(serverDay);
  const form: DraftForm = useOperationForm({
    operation: rates.propose,
    initial: draftOf(known, kind, rowKey, today),
    body: (draft) => readDraft(kind, rowKey, draft, today).form,
    check: (draft) => readDraft(kind, rowKey, draft, today).problems,
    done: async () => {
      notify({ severity: 'success', summary: t.proposed });
      onClose();
      await refresh();
    },
  });
  const draft = form.methods.watch();
  const days = daysToBegin(kind, today);
  const from = parseRussianDay(draft.from);
  return (
    <Form form={form} action={t.propose} onCancel={onClose}>
      {days.length > 0 ? (
        <SelectField
          {...form.field('from')}
          label={t.periods[RATE_KINDS[kind].holds === 'year' ? 'year' : 'quarter']}
          choices={days.map((day) => [formatDay(day), t.periodOf(RATE_KINDS[kind].holds, day)])}
        />
      ) : (
        <DateField {...form.field('from')} label={t.from} autoComplete="off" />
      )}
      {isTable(kind) && (
        <p className="dim small">
          {t.labelOf(fieldsOf(kind)[0]![1])}. {t.table}
        </p>
      )}
      {keysIn(kind, rowKey).map((key, place) => (
        <RowFields key={key} form={form} kind={kind} rowKey={key} place={place} known={known} from={from ?? today} />
      ))}
      <Pair>
        <TextField {...form.field('law')} label={t.law} hint={t.lawHint} autoComplete="off" />
        <TextField {...form.field('link')} label={t.link} hint={t.linkHint} type="url" autoComplete="off" />
      </Pair>
      {from && mayBeEntered({ kind, from }, today) && (
        <Preview kind={kind} rowKey={rowKey} draft={draft} known={known} from={from} />
      )}
    </Form>
  );
}

/** The fields of one row, each with what is in force now. */
function RowFields({
  form,
  kind,
  rowKey,
  place,
  known,
  from,
}: Omit<RowsProps, 'onClose'> & { form: DraftForm; place: number; from: Day }) {
  const before = rowBefore(known, kind, rowKey, from);
  const words = before ? rateWords(kind, before.value) : [];
  return fieldsOf(kind).map(([name, field], index) => {
    const cell = `cells.${place}.${name}` as const;
    const props = {
      ...form.field(cell),
      label: isTable(kind) ? keysOf(kind)[rowKey]! : t.labelOf(field),
      hint: before && field.holds !== 'moves' ? t.now(words[index]!.slice(field.label.length + 2)) : undefined,
      optional: isTable(kind),
      autoComplete: 'off',
    };
    if (field.holds === 'moves')
      return <MovesField key={name} form={form} cell={cell} from={from} label={field.label} />;
    if (field.holds === 'steps') return <TextArea key={name} {...props} rows={6} hint={t.stepsHint} />;
    return <TextField key={name} {...props} inputMode={modeOf(field)} onPaste={pasted(form, kind, place, name)} />;
  });
}

const modeOf = ({ holds }: RateField): 'decimal' | 'text' => (holds === 'part' || holds === 'yes' ? 'text' : 'decimal');

/** A column or a table put into a cell goes down over the rows. */
const pasted =
  (form: DraftForm, kind: RateKind, place: number, name: string) => (event: React.ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!isTable(kind) || !/[\n\t]/.test(text.trim())) return;
    event.preventDefault();
    const found = splitPastedRates(text, Object.values(keysOf(kind)), place);
    for (const [at, value] of found) form.put(`cells.${at}.${name}`, value);
  };

/** The days off of a year: pasted as the decree says them, or ticked in the calendar. */
function MovesField({
  form,
  cell,
  from,
  label,
}: {
  form: DraftForm;
  cell: `cells.${number}.${string}`;
  from: Day;
  label: string;
}) {
  const year = Number(from.slice(0, 4));
  return (
    <>
      <TextArea {...form.field(cell)} label={label} hint={t.movesHint(year)} rows={5} />
      <YearCalendar year={year} text={form.methods.watch(cell)} onChange={(text) => form.put(cell, text)} />
    </>
  );
}

/** What is in force on that day, what will be, and what of what is open now will be counted by it. */
function Preview({ kind, rowKey, draft, known, from }: Omit<RowsProps, 'onClose'> & { draft: RateDraft; from: Day }) {
  const [today] = useState(serverDay);
  const { data } = useReadOf(rates.touched, { query: { kind, from } });
  const { form, problems } = readDraft(kind, rowKey, draft, today);
  const isReadable = Object.keys(problems).every((path) => !path.startsWith('cells'));
  const touched = data ? ratesTexts.touched(data) : [];
  return (
    <section className="stack-tight" aria-label={t.preview} aria-live="polite">
      <strong>{t.preview}</strong>
      {isReadable &&
        Object.entries(form.rows).map(([key, value]) => {
          const before = rowBefore(known, kind, key, from);
          return (
            <p key={key}>
              {t.becomes(keysOf(kind)[key] ?? '', rateWords(kind, value), before && rateWords(kind, before.value))}
            </p>
          );
        })}
      {from <= today && (
        <p>
          {t.late} {RATE_KINDS[kind].late}
        </p>
      )}
      {data && <p>{touched.length > 0 ? t.touches(touched.join(', ')) : t.touchesNothing}</p>}
      <p className="dim small">{t.second(formatDay(from), from <= today)}</p>
    </section>
  );
}
