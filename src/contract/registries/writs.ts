import { module } from '../kernel/op.ts';
import { claimPaper } from './claim-paper.ts';

/** Writs, or acts of courts, by which bailiffs collect: what proves a stage that the debtor denies. */
export const writs = module(
  'writs',
  'Исполнительные документы',
  claimPaper('/api/legal-entities/{id}/registries/{r}/entries/{e}/writ', '/api/registry-entries/{e}/writ', {
    attach: 'Приложить исполнительный документ или судебный акт',
    get: 'Скачать исполнительный документ',
    remove: 'Убрать исполнительный документ',
  }),
);
