import { tariffs } from '#contract/money/tariffs.ts';
import { individualCategories, legalEntityTypes } from '#contract/platform/dictionaries.ts';
import { rates } from '#contract/platform/rates.ts';
import { keysOf } from '#domain/rates/rate-kinds.ts';
import type { Rates } from '#domain/rates/rates.ts';
import { vatChoices } from '#domain/rates/vat.ts';
import { toDay } from '#domain/values/days.ts';
import { required } from '#domain/values/validators.ts';
import { type Tariff, tariffTexts } from '#web/features/payments/tariff.ts';
import { ratesFrom } from '#web/features/rates/use-rates.ts';
import { refresh, useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { formTexts } from '#web/kit/form/texts.ts';
import { readDay, typedShare } from '#web/kit/form/typed.ts';
import { CompanySearchField, companyField, companyFound } from '#web/kit/parts/company-search-field.tsx';
import { useWords } from '#web/kit/parts/use-words.ts';
import { serverDay } from '#web/ui/clock.ts';
import { Pair } from '#web/ui/display/pair.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatPercent } from '#web/ui/format.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { bodyOf, newTariff, typed, type Values } from './tariff-values.ts';
import { texts as t } from './texts.ts';

/** The rates of VAT on the first day of the tariff, and the one that it has. */
function vatsOf(known: Rates, { validFrom, vatBps }: Pick<Values, 'validFrom' | 'vatBps'>): [string, string][] {
  const day = toDay(readDay(validFrom) ?? serverDay());
  const offered = vatChoices(known, day).filter(({ rateBps }) => rateBps > 0);
  const named = offered.map(({ key, rateBps }): [string, string] => [
    typedShare(rateBps),
    `${formatPercent(rateBps)} · ${keysOf('vat')[key]}`,
  ]);
  const isOwn = vatBps !== '' && named.every(([value]) => value !== vatBps);
  return isOwn ? [[vatBps, t.vatOf(vatBps)], ...named] : named;
}

const choices = (of: Readonly<Record<string, string>>) => Object.entries(of);

interface Props {
  tariff?: Tariff;
  onClose: () => void;
}

/** Makes a tariff or changes one; what somebody may not decide alone waits for the second person. */
export function TariffDialog(props: Props) {
  const read = useRead(rates.inForce);
  return <WithObject read={read}>{({ rows }) => <Filled {...props} known={ratesFrom(rows)} />}</WithObject>;
}

function Filled({ tariff: live, onClose, known }: Props & { known: Rates }) {
  const tariff = useOpenedRecord(live);
  const done = async (saved: Tariff, values: Values) => {
    const isInForce =
      saved.state !== 'proposed' && saved.name === values.name.trim() && saved.version !== tariff?.version;
    const summary = tariff ? t.saved : t.added;
    notify({ severity: isInForce ? 'success' : 'info', summary: isInForce ? summary : t.proposed });
    onClose();
    await refresh();
  };
  const form = useOperationForm<typeof tariffs.add | typeof tariffs.replace, Values>({
    operation: tariff ? tariffs.replace : tariffs.add,
    ...(tariff && { params: { id: tariff.id } }),
    initial: typed(tariff ?? newTariff(known)),
    rules: { name: required(), legalEntityId: companyFound, validFrom: required() },
    body: (values) => ({ ...bodyOf(values), ...(tariff && { version: tariff.version }) }),
    done,
  });
  const field = (name: keyof Values) => ({ ...form.field(name), label: t.fields[name], autoComplete: 'off' });
  const number = (name: keyof Values) => ({ ...field(name), inputMode: 'decimal' as const });
  const types = useWords(legalEntityTypes.list);
  const categories = useWords(individualCategories.list);
  const hasVat = form.methods.watch('vatMode') !== 'none';
  return (
    <Dialog title={tariff ? tariff.name : t.add} onClose={onClose}>
      <Form form={form} action={formTexts.save} onCancel={onClose}>
        <Pair>
          <TextField {...field('name')} data-autofocus />
          <CompanySearchField {...companyField(form, 'legalEntityId')} hint={t.hints.legalEntityId} optional />
        </Pair>
        <Pair>
          <SelectField {...field('legalEntityTypeId')} key={`t${types.length}`} choices={types} />
          <SelectField {...field('individualCategoryId')} key={`c${categories.length}`} choices={categories} />
        </Pair>
        <Pair>
          <SelectField {...field('payer')} choices={choices(tariffTexts.payers)} />
          <SelectField {...field('collect')} choices={choices(tariffTexts.collects)} />
        </Pair>
        <Pair>
          <SelectField {...field('base')} choices={choices(tariffTexts.bases)} />
          <TextField {...number('rateBps')} />
        </Pair>
        <Pair>
          <TextField {...number('min')} />
          <TextField {...number('max')} optional />
        </Pair>
        <TextField {...number('fixed')} />
        <Pair>
          <SelectField {...field('vatMode')} choices={choices(tariffTexts.vatModes)} />
          {hasVat && <SelectField {...field('vatBps')} choices={vatsOf(known, form.methods.watch())} />}
        </Pair>
        <Pair>
          <DateField {...field('validFrom')} />
          <DateField {...field('validTo')} hint={t.hints.validTo} optional />
        </Pair>
      </Form>
    </Dialog>
  );
}
