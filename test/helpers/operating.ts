import { OPERATING_FIELDS, OPERATING_KINDS, operatingVariable } from '#domain/settings/operating-company.ts';
import { demoCompanies } from '#server/demo/companies.ts';
import type { NamedCompanies } from '#server/modules/operating-companies/operating-companies.commands.ts';

/** Who runs the platform of the tests. */
export const operatingCompanies: NamedCompanies = demoCompanies;

/** The same as a server in a process of its own is told it. */
export const operatingEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  (Object.keys(OPERATING_KINDS) as (keyof typeof OPERATING_KINDS)[]).flatMap((kind) =>
    (Object.keys(OPERATING_FIELDS) as (keyof typeof OPERATING_FIELDS)[]).flatMap((field) => {
      const value = operatingCompanies[kind]?.[field];
      return value ? [[operatingVariable(kind, field), value]] : [];
    }),
  ),
);
