import type { InvoiceFacts } from '#domain/money/invoice-lines.ts';
import { toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';

/** What a test tells of who issues invoices. */
export const issuerDetails = {
  kpp: '770701001',
  bankName: 'Сбербанк',
  bik: '044525225',
  corrAccount: '30101810400000000225',
  account: '40702810138000000005',
  headName: 'Петров Пётр Петрович',
  headPosition: 'Генеральный директор',
  accountantName: null,
} as const;

/** What an invoice says that no close has issued: 122,00 with VAT. @param no makes its number another one */
export const invoiceFacts = (no: number): InvoiceFacts => ({
  form: 1,
  number: `СЧ-2020-${String(no).padStart(6, '0')}`,
  issuedOn: toDay('2020-01-31'),
  month: toDay('2020-01-01'),
  dueDate: toDay('2020-02-07'),
  issuer: { name: 'Площадка', inn: '7707083893', ogrn: '1027700132195', address: 'Москва', ...issuerDetails },
  payer: { name: 'Альфа', inn: '7728168971', kpp: null, ogrn: null, address: null },
  lines: [{ vatBps: 2000, amount: kopecks(12_200), vat: kopecks(2_200), count: 1 }],
});
