import * as z from 'zod';
import { type Feature, features } from '#domain/settings/feature.ts';
import { everyEmployee } from '../kernel/access.ts';
import { instant } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';

const FeatureFlags = z.object({
  items: z.array(
    z.object({
      feature: z.enum(features),
      isOn: z.boolean(),
      /** Who turned it last, and when; null while nobody has. */
      changedBy: z.string().nullable(),
      changedAt: instant.nullable(),
    }),
  ),
});

const ofCompany = { id: 'legalEntity' } as const;
const flags = Object.fromEntries(features.map((feature) => [feature, z.boolean()])) as Record<Feature, z.ZodBoolean>;

export const featureFlags = module('feature-flags', 'Функции компании', {
  get: op('GET /api/feature-flags/legal-entities/{id}', {
    about: 'Какие функции включены у компании',
    access: { employee: ['member', ...everyEmployee], operator: ['all', 'administrator', 'manager', 'observer'] },
    on: ofCompany,
    out: FeatureFlags,
  }),
  update: op('PATCH /api/feature-flags/legal-entities/{id}', {
    about: 'Включить и выключить функции компании',
    access: { operator: ['all', 'administrator'] },
    vouched: true,
    on: ofCompany,
    /** Only what is turned; the rest stays as it is. */
    body: z.strictObject(flags).partial(),
    out: FeatureFlags,
  }),
});
