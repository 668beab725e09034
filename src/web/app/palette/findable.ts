import type { Needs } from '#contract/codes.ts';
import { frameTexts } from '#web/kit/page/texts.ts';
import { mayAsk } from '#web/kit/session/access.ts';
import type { Me } from '#web/kit/session/session.ts';
import { searchKinds } from '../modules.ts';

const { by } = frameTexts.palette;

/** What the search on the server finds objects by for this person: a number that he sees masked finds nothing. */
export function findableBy(me: Me | undefined): string {
  const may = (needs: Needs): boolean => mayAsk(needs, me);
  const numbers = searchKinds.flatMap(({ number }) => (number && may(number.needs) ? [number.title] : []));
  const words =
    me?.kind === 'individual'
      ? [by.creditor, by.contract]
      : [
          by.name,
          me?.kind === 'operator' ? by.company : '',
          ...seenInFull(me, may),
          may('registries.companyEntries') ? by.contract : '',
        ];
  return [...words, ...numbers].filter(Boolean).join(', ');
}

/** An operator sees numbers of people who may reveal them; an employee those of the debtors whom he loads or answers. */
function seenInFull(me: Me | undefined, may: (needs: Needs) => boolean): string[] {
  if (me?.kind === 'operator') return may('individuals.reveal') ? [by.inn, by.phone, by.email] : [];
  const loads = may('registries.upload');
  return [loads || may('requests.decline') ? by.inn : '', loads ? by.phone : ''];
}
