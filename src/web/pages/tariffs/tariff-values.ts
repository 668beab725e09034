import { defaultFee } from '#domain/money/tariff.ts';
import type { Rates } from '#domain/rates/rates.ts';
import type { Tariff } from '#web/features/payments/tariff.ts';
import { readDay, readNumber, readShare, readSum, typedDay, typedShare, typedSum } from '#web/kit/form/typed.ts';
import { serverDay } from '#web/ui/clock.ts';

/** What most tariffs are, without what the server adds to them. */
type Known = 'id' | 'version' | 'legalEntity' | 'legalEntityType' | 'individualCategory' | 'state' | 'settlements';
type New = Omit<Tariff, Known>;
export const newTariff = (rates: Rates, today = serverDay()): New => ({
  name: '',
  legalEntityId: null,
  legalEntityTypeId: null,
  individualCategoryId: null,
  ...defaultFee(rates, today),
  validFrom: today,
  validTo: null,
});

const typedId = (id: number | null): string => (id === null ? '' : String(id));

/** The values as they are typed. */
export const typed = (tariff: New) => ({
  name: tariff.name,
  legalEntityId: typedId(tariff.legalEntityId),
  legalEntityTypeId: typedId(tariff.legalEntityTypeId),
  individualCategoryId: typedId(tariff.individualCategoryId),
  payer: tariff.payer,
  base: tariff.base,
  rateBps: typedShare(tariff.rateBps),
  fixed: typedSum(tariff.fixed),
  min: typedSum(tariff.min),
  max: typedSum(tariff.max),
  vatMode: tariff.vatMode,
  vatBps: typedShare(tariff.vatBps),
  collect: tariff.collect,
  validFrom: typedDay(tariff.validFrom),
  validTo: typedDay(tariff.validTo),
});
export type Values = ReturnType<typeof typed>;

export const bodyOf = (values: Values) => ({
  ...values,
  legalEntityId: readNumber(values.legalEntityId),
  legalEntityTypeId: readNumber(values.legalEntityTypeId),
  individualCategoryId: readNumber(values.individualCategoryId),
  rateBps: readShare(values.rateBps) ?? 0,
  fixed: readSum(values.fixed) ?? 0,
  min: readSum(values.min) ?? 0,
  max: readSum(values.max),
  vatBps: values.vatMode === 'none' ? 0 : (readShare(values.vatBps) ?? 0),
  validFrom: readDay(values.validFrom) ?? '',
  validTo: readDay(values.validTo),
});
