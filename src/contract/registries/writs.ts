import { everyEmployee } from '../kernel/access.ts';
import { nothingElse } from '../kernel/fields.ts';
import { anyFile, paper } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';
import { AttachedPaper } from './entry-parts.ts';

/** Writs, or acts of courts, by which bailiffs collect: what proves a stage that the debtor denies. */
export const writs = module('writs', 'Исполнительные документы', {
  attach: op('PUT /api/legal-entities/{id}/registries/{r}/entries/{e}/writ', {
    about: 'Приложить исполнительный документ или судебный акт',
    access: { employee: ['member', 'head', 'manager'] },
    on: { id: 'legalEntity', r: 'registry', e: 'registryEntry' },
    body: nothingElse,
    upload: paper,
    out: AttachedPaper,
    errors: ['input.invalid', 'move.illegal', 'quota.exceeded'],
  }),
  /** Whoever may see the claim: nothing of it is masked. */
  get: op('GET /api/registry-entries/{e}/writ', {
    about: 'Скачать исполнительный документ',
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
