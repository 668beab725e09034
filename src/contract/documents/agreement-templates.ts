import * as z from 'zod';
import { issuedDocumentMachine } from '#domain/documents/issued-document.ts';
import type { Access } from '../kernel/access.ts';
import { instant } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { listOf, listQuery } from '../kernel/page.ts';
import { DOCUMENT_KINDS } from './documents.ts';

/** A version of a form by which documents are made. */
const Template = z.object({
  id: z.int(),
  kind: z.enum(Object.keys(DOCUMENT_KINDS) as [keyof typeof DOCUMENT_KINDS]),
  version: z.int(),
  /** With its placeholders, as `{{name}}`. */
  title: z.string(),
  /** Documents are made by this version now. */
  isCurrent: z.boolean(),
  createdAt: instant,
  /** How many documents were made by it; null for those who do not see them all. */
  issued: z.int().nullable(),
});

const WholeTemplate = Template.extend({
  clauses: z.array(
    z.object({
      code: z.string(),
      heading: z.string(),
      /** When the form has it, in words; null always. */
      when: z.string().nullable(),
      paragraphs: z.array(z.string()),
    }),
  ),
  /** What the text names, in the order of its first mention. */
  placeholders: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      /** Words within a paragraph, or a table or signatures that stand alone. */
      type: z.enum(['text', 'blocks']),
      /** When it has a value, in words; null always. */
      needs: z.string().nullable(),
    }),
  ),
  /** The last documents made by it; empty for those who do not see them all. */
  documents: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      /** Null of a notice of an assignment, which is of a claim. */
      settlementId: z.int().nullable(),
      status: z.enum(issuedDocumentMachine.statuses),
      issuedAt: instant,
    }),
  ),
});

const readers: Access = {
  individual: 'all',
  employee: 'all',
  operator: ['all', 'administrator', 'manager', 'observer'],
};

export const agreementTemplates = module('agreement-templates', 'Формы документов', {
  list: op('GET /api/dictionaries/agreement-template/items', {
    about: 'Справочник форм документов',
    access: readers,
    query: listQuery(['title', 'createdAt'], {}),
    out: listOf(Template),
  }),
  get: op('GET /api/dictionaries/agreement-template/items/{id}', {
    about: 'Форма документа: текст и подстановки',
    access: readers,
    on: { id: 'agreementTemplate' },
    out: WholeTemplate,
  }),
});
