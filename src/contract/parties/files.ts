import * as z from 'zod';
import { type Access, everyEmployee, type Resource, self } from '../kernel/access.ts';
import { instant, nothingElse } from '../kernel/fields.ts';
import { anyFile, paper, paperKinds, paperTypes, scanStates } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';

/** A file as its card shows it; its contents are a download of their own. */
export const OwnedFile = z.object({
  id: z.int(),
  kind: z.string(),
  name: z.string(),
  size: z.int(),
  type: z.enum(paperKinds),
  scan: z.enum(scanStates),
  createdAt: instant,
});
export const OwnedFiles = z.object({ items: z.array(OwnedFile) });
/** Where a file is looked at in the page: for a few minutes, by whoever has asked for the link. */
export const FileLink = z.object({ href: z.string(), until: instant });

type On = Readonly<Record<string, Resource>>;
interface Of<Sees extends Access, Puts extends Access> {
  /** Whose files, in the words of the titles. */
  whose: string;
  on: On;
  sees: Sees;
  puts: Puts;
}

/** The slots of an owner: what is in them, and each one put, taken out and emptied. */
const slots = <const Path extends string, const Sees extends Access, const Puts extends Access>(
  path: Path,
  { whose, on, sees, puts }: Of<Sees, Puts>,
) => ({
  list: op(`GET ${path}/files`, { about: `Файлы ${whose}`, access: sees, on, out: OwnedFiles }),
  put: op(`PUT ${path}/file/{kind}`, {
    about: `Загрузить файл ${whose}`,
    access: puts,
    on,
    body: nothingElse,
    upload: paper,
    out: OwnedFile,
    errors: ['input.invalid', 'move.illegal', 'quota.exceeded'],
  }),
  get: op(`GET ${path}/file/{kind}`, { about: `Скачать файл ${whose}`, access: sees, on, file: anyFile }),
  link: op(`GET ${path}/file/{kind}/link`, { about: `Посмотреть файл ${whose}`, access: sees, on, out: FileLink }),
  remove: op(`DELETE ${path}/file/{kind}`, {
    about: `Удалить файл ${whose}`,
    access: puts,
    on,
    errors: ['move.illegal'],
  }),
});

const checkers = ['all', 'administrator', 'manager', 'verifier'] as const;
const person = { individual: 'own' } as const;
const company = {
  on: { id: 'legalEntity' },
  sees: { employee: ['member', ...everyEmployee], operator: checkers },
  puts: { employee: ['member', 'head'] },
} as const;

export const individualFiles = module(
  'individual-files',
  'Файлы физлиц',
  slots('/api/individuals/{id}', {
    whose: 'физлица',
    on: { id: 'individual' },
    sees: { ...person, operator: checkers },
    puts: person,
  }),
);
export const requestFiles = module(
  'request-files',
  'Файлы заявок',
  slots('/api/individuals/{id}/questionnaires/{qid}', {
    whose: 'заявки',
    on: { id: 'individual', qid: 'request' },
    sees: { ...person, employee: ['counterparty', ...everyEmployee], operator: checkers },
    puts: person,
  }),
);
export const representativeFiles = module(
  'representative-files',
  'Файлы представителей',
  slots('/api/legal-entities/{id}/representative', { whose: 'представителя', ...company }),
);
export const companyFiles = module(
  'company-files',
  'Файлы юрлиц',
  slots('/api/legal-entities/{id}', { whose: 'юрлица', ...company }),
);

const inFolder = { id: 'legalEntity', itemId: 'companyFile' } as const;
/** The folders of a company: many files of one kind. */
export const companyFolders = module('company-folders', 'Папки юрлиц', {
  add: op('POST /api/legal-entities/{id}/files/{kind}', {
    about: 'Добавить файл в папку юрлица',
    access: company.puts,
    on: company.on,
    body: nothingElse,
    upload: paper,
    out: OwnedFile,
    status: 201,
    errors: ['input.invalid', 'move.illegal', 'quota.exceeded'],
  }),
  list: op('GET /api/legal-entities/{id}/files/{kind}', {
    about: 'Файлы в папке юрлица',
    access: company.sees,
    on: company.on,
    out: OwnedFiles,
  }),
  get: op('GET /api/legal-entities/{id}/files/{kind}/{itemId}', {
    about: 'Скачать файл из папки юрлица',
    access: company.sees,
    on: inFolder,
    file: anyFile,
  }),
  link: op('GET /api/legal-entities/{id}/files/{kind}/{itemId}/link', {
    about: 'Посмотреть файл из папки юрлица',
    access: company.sees,
    on: inFolder,
    out: FileLink,
  }),
  remove: op('DELETE /api/legal-entities/{id}/files/{kind}/{itemId}', {
    about: 'Удалить файл из папки юрлица',
    access: company.puts,
    on: inFolder,
    errors: ['move.illegal'],
  }),
});

/** Files by their short-lived links, as a page shows them. */
export const shownFiles = module('shown-files', 'Просмотр файлов', {
  get: op('GET /api/shown-files/{token}', {
    about: 'Посмотреть файл по ссылке',
    access: self,
    lists: [],
    file: Object.values(paperTypes),
    errors: ['token.dead'],
  }),
});
