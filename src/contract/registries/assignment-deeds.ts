import { module } from '../kernel/op.ts';
import { claimPaper } from './claim-paper.ts';

const path = '/api/legal-entities/{id}/registries/{r}/entries/{e}/assignment-deed';

/** Deeds of assignment (ГК РФ, ст. 385): attached once, a scan shows with every claim of the creditor that came by the same deed. */
export const assignmentDeeds = module(
  'assignment-deeds',
  'Договоры уступки',
  claimPaper(path, '/api/registry-entries/{e}/assignment-deed', {
    attach: 'Приложить скан договора уступки',
    get: 'Скачать договор уступки',
    remove: 'Убрать скан договора уступки',
  }),
);
