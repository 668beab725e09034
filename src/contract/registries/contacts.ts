import * as z from 'zod';
import { everyEmployee } from '../kernel/access.ts';
import { filledText, nothingElse } from '../kernel/fields.ts';
import { registryFile, spreadsheet } from '../kernel/file.ts';
import { module, op, rights } from '../kernel/op.ts';
import { exportQuery, listOf, listQuery } from '../kernel/page.ts';
import { ContactRow, ContactWeek, contactColumns, contactFilters, enterForm } from './contact-parts.ts';

const operators = ['all', 'administrator', 'manager', 'accountant', 'observer'] as const;
const viewers = { employee: ['member', ...everyEmployee], operator: operators } as const;
const keepers = { employee: ['member', 'head', 'manager'] } as const;
const onClaim = { id: 'legalEntity', r: 'registry', e: 'registryEntry' } as const;
const sorts = ['at'] as const;

/** The law of contact as it shows itself: a week of a debtor, calls and meetings that people tell of, the journal. */
export const contacts = module('contacts', 'Контакты с заёмщиками', {
  week: op('GET /api/legal-entities/{id}/registries/{r}/entries/{e}/contacts', {
    about: 'Контакты с заёмщиком за неделю и что ещё можно',
    access: viewers,
    on: onClaim,
    out: ContactWeek,
  }),
  creditors: op('GET /api/individuals/{id}/contacts/creditors', {
    about: 'Кредиторы, у которых с физлицом бывают контакты',
    access: { employee: ['counterparty', ...everyEmployee], operator: operators },
    on: { id: 'individual' },
    /** One claim of each: the week of its debtor is that of all his claims. The zone is what the creditor says in it. */
    out: z.object({
      items: z.array(
        z.object({
          legalEntityId: z.int(),
          creditor: z.string(),
          registryId: z.int(),
          entryId: z.int(),
          zone: z.string(),
        }),
      ),
    }),
  }),
  enter: op('POST /api/legal-entities/{id}/registries/{r}/entries/{e}/contacts', {
    about: 'Внести звонок или встречу с заёмщиком',
    access: keepers,
    on: onClaim,
    body: enterForm,
    out: ContactWeek,
    errors: ['input.invalid', 'contact.refused'],
  }),
  fail: op('POST /api/legal-entities/{id}/registries/{r}/entries/{e}/contacts/{x}/fail', {
    about: 'Отметить, что звонок или встреча не состоялись',
    access: keepers,
    on: { ...onClaim, x: 'contactRecord' },
    /** Why it was not, of what somebody has told of. */
    body: z.strictObject({ why: filledText(500).optional() }),
    out: ContactWeek,
    errors: ['move.illegal', 'input.invalid'],
  }),
  load: op('POST /api/legal-entities/{id}/contacts/file', {
    about: 'Загрузить звонки и встречи файлом',
    access: keepers,
    on: { id: 'legalEntity' },
    body: nothingElse,
    upload: registryFile,
    out: z.object({
      taken: z.int(),
      /** Rows that were in the journal already. */
      known: z.int(),
      /** Of those taken, how many have broken the law. */
      against: z.int(),
      problems: z.array(z.object({ row: z.int(), message: z.string() })),
    }),
    errors: ['input.invalid'],
  }),
  list: op('GET /api/contacts', {
    about: 'Журнал контактов',
    access: { individual: 'own', ...viewers },
    lists: ['contactRecord'],
    query: listQuery(sorts, contactFilters),
    out: listOf(ContactRow),
  }),
  exportExcel: op('GET /api/contacts/exports/excel', {
    about: 'Выгрузить журнал контактов таблицей',
    access: {
      individual: 'own',
      employee: ['member', 'head', 'manager'],
      operator: ['all', 'administrator', 'manager'],
    },
    lists: ['contactRecord'],
    query: exportQuery(sorts, contactFilters, contactColumns),
    file: spreadsheet,
  }),
});

/** What somebody has told of only he denies, or whoever holds this. */
export const contactRights = rights(contacts.fail, {
  failOthers: {
    about: 'Отмечать, что не состоялись звонки и встречи, о которых рассказали другие',
    access: { employee: ['member', 'head'] },
  },
});
