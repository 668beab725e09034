import { everyEmployee } from '../kernel/access.ts';
import { nothingElse } from '../kernel/fields.ts';
import { anyFile, paper } from '../kernel/file.ts';
import { op } from '../kernel/op.ts';
import { AttachedPaper } from './entry-parts.ts';

/** Who attaches papers to the claims of his company, and where. */
const claimOfCreditor = {
  access: { employee: ['member', 'head', 'manager'] },
  on: { id: 'legalEntity', r: 'registry', e: 'registryEntry' },
} as const;

/**
 * A paper of a claim: its creditor attaches it and takes it away, and whoever may see the claim downloads it, nothing masked.
 * @param path where its creditor has it @param shown where everybody else has it
 */
export const claimPaper = <const Path extends string, const Shown extends string>(
  path: Path,
  shown: Shown,
  about: { attach: string; get: string; remove: string },
) => ({
  attach: op(`PUT ${path}`, {
    about: about.attach,
    ...claimOfCreditor,
    body: nothingElse,
    upload: paper,
    out: AttachedPaper,
    errors: ['input.invalid', 'move.illegal', 'quota.exceeded'],
  }),
  get: op(`GET ${shown}`, {
    about: about.get,
    access: {
      individual: 'own',
      employee: ['member', ...everyEmployee],
      operator: ['all', 'administrator', 'manager', 'accountant', 'observer'],
    },
    on: { e: 'registryEntry' },
    file: anyFile,
    errors: ['document.absent'],
  }),
  remove: op(`DELETE ${path}`, {
    about: about.remove,
    ...claimOfCreditor,
    errors: ['move.illegal', 'document.absent'],
  }),
});
