import * as z from 'zod';
import { self } from '../kernel/access.ts';
import { archive } from '../kernel/file.ts';
import { module, op } from '../kernel/op.ts';

/** What the platform keeps of the one who asks. */
export const ownData = module('own-data', 'Мои данные', {
  archive: op('GET /api/auth/own-data', {
    about: 'Выгрузить свои данные архивом',
    access: self,
    lists: [],
    query: z.strictObject({}),
    file: archive,
  }),
});
