import * as z from 'zod';
import { type Access, everyEmployee, everyOperator, type Resource } from '../kernel/access.ts';
import { avatarPicture, webp } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';

/** Where the photo is from now on: another address after each change, so that no browser shows the one before. */
const Avatar = z.object({ avatarUrl: z.string() });

/** The photo of somebody: put by himself, seen by whoever sees him, taken away by himself and by whoever keeps order. */
const avatars = <
  const Path extends string,
  const Sees extends Access,
  const Puts extends Access,
  const Removes extends Access,
>(
  path: Path,
  { whose, of, sees, puts, removes }: { whose: string; of: Resource; sees: Sees; puts: Puts; removes: Removes },
) => ({
  put: op(`PUT ${path}/avatar`, {
    about: `Поставить фото ${whose}`,
    access: puts,
    on: { id: of },
    body: z.strictObject({}),
    upload: avatarPicture,
    out: Avatar,
    errors: ['input.invalid', 'quota.exceeded'],
  }),
  get: op(`GET ${path}/avatar`, { about: `Фото ${whose}`, access: sees, on: { id: of }, file: webp }),
  remove: op(`DELETE ${path}/avatar`, { about: `Удалить фото ${whose}`, access: removes, on: { id: of } }),
});

const orderly = ['all', 'administrator', 'manager'] as const;

export const individualAvatars = module(
  'individual-avatars',
  'Фото физлиц',
  avatars('/api/individuals/{id}', {
    whose: 'физлица',
    of: 'individual',
    sees: { individual: 'own', employee: ['counterparty', ...everyEmployee], operator: ['all', ...everyOperator] },
    puts: { individual: 'own' },
    removes: { individual: 'own', operator: orderly },
  }),
);
export const employeeAvatars = module(
  'employee-avatars',
  'Фото сотрудников',
  avatars('/api/employees/{id}', {
    whose: 'сотрудника',
    of: 'employee',
    sees: { employee: 'member', operator: ['all', 'administrator', 'manager', 'observer'] },
    puts: { employee: 'own' },
    removes: { employee: 'own', operator: orderly },
  }),
);
export const operatorAvatars = module(
  'operator-avatars',
  'Фото операторов',
  avatars('/internal/operators/{id}', {
    whose: 'оператора',
    of: 'operator',
    sees: { operator: 'all' },
    puts: { operator: 'own' },
    removes: { operator: 'own' },
  }),
);
