import type { Operation } from '#contract/kernel/op.ts';
import { individuals, payments, registries, requests, settlements } from '#web/kit/data/outline.ts';
import { frameTexts } from '#web/kit/page/texts.ts';
import { verdict } from '#web/kit/session/access.ts';
import type { Me } from '#web/kit/session/session.ts';

const { by } = frameTexts.palette;

/** What the search on the server finds objects by for this person: a number that he sees masked finds nothing. */
export function findableBy(me: Me | undefined): string {
  const may = (operation: Operation): boolean => verdict(operation, me) !== 'no';
  const numbers = [
    may(requests.list) || may(requests.ofCompany) ? by.request : '',
    may(settlements.list) ? by.settlement : '',
    may(payments.list) ? by.payment : '',
  ];
  const words =
    me?.kind === 'individual'
      ? [by.creditor, by.contract]
      : [
          by.name,
          me?.kind === 'operator' ? by.company : '',
          ...seenInFull(me, may),
          may(registries.companyEntries) ? by.contract : '',
        ];
  return [...words, ...numbers].filter(Boolean).join(', ');
}

/** An operator sees numbers of people who may reveal them; an employee those of the debtors whom he loads or answers. */
function seenInFull(me: Me | undefined, may: (operation: Operation) => boolean): string[] {
  if (me?.kind === 'operator') return may(individuals.reveal) ? [by.inn, by.phone, by.email] : [];
  const loads = may(registries.upload);
  return [loads || may(requests.decline) ? by.inn : '', loads ? by.phone : ''];
}
