import { everyEmployee } from '../kernel/access.ts';
import { nothingElse } from '../kernel/fields.ts';
import { anyFile, paper } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';
import { AttachedPaper } from './entry-parts.ts';

const entry = '/api/legal-entities/{id}/registries/{r}/entries/{e}/assignment-deed';
const creditor = {
  access: { employee: ['member', 'head', 'manager'] },
  on: { id: 'legalEntity', r: 'registry', e: 'registryEntry' },
} as const;

/** Deeds of assignment (ГК РФ, ст. 385): attached once, a scan shows with every claim of the creditor that came by the same deed. */
export const assignmentDeeds = module('assignment-deeds', 'Договоры уступки', {
  attach: op(`PUT ${entry}`, {
    about: 'Приложить скан договора уступки',
    ...creditor,
    body: nothingElse,
    upload: paper,
    out: AttachedPaper,
    errors: ['input.invalid', 'move.illegal', 'quota.exceeded'],
  }),
  remove: op(`DELETE ${entry}`, {
    about: 'Убрать скан договора уступки',
    ...creditor,
    errors: ['move.illegal', 'document.absent'],
  }),
  /** Whoever may see the claim: nothing of it is masked. */
  get: op('GET /api/registry-entries/{e}/assignment-deed', {
    about: 'Скачать договор уступки',
    access: {
      individual: 'own',
      employee: ['member', ...everyEmployee],
      operator: ['all', 'administrator', 'manager', 'accountant', 'observer'],
    },
    on: { e: 'registryEntry' },
    file: anyFile,
    errors: ['document.absent'],
  }),
});
