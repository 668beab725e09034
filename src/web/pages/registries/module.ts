import { FileSpreadsheet, FileText, ListChecks } from 'lucide-react';
import { hasIds } from '#web/kit/page/path-rules.ts';
import { webModule } from '#web/kit/page/web-module.ts';

/** A claim is read by its creditor and the operators, or by the debtor himself. */
const reading = ['registries.companyEntries', 'claims.list'] as const;

export const registries = webModule({
  pages: [
    {
      path: '/dashboard/registries',
      file: 'registries/registries-page.tsx',
      title: 'Реестры',
      layout: 'dashboard',
      needs: 'registries.list',
      section: { group: 'work', icon: FileSpreadsheet },
    },
    {
      path: '/registry-{$key}',
      file: 'registries/registry-page.tsx',
      title: 'Реестры',
      layout: 'dashboard',
      isValid: hasIds(2),
      needs: 'registries.get',
    },
    {
      path: '/dashboard/registries-entries',
      file: 'registries/entries-page.tsx',
      title: 'Записи реестров',
      titleForIndividual: 'Мои долги',
      layout: 'dashboard',
      needs: reading,
      section: { group: 'work', icon: ListChecks },
    },
    {
      path: '/registry-entry-{$key}',
      file: 'registries/entry-page.tsx',
      title: 'Записи реестров',
      titleForIndividual: 'Мои долги',
      layout: 'dashboard',
      isValid: hasIds(3),
      needs: reading,
    },
  ],
  finds: [
    {
      kind: 'claim',
      group: 'Записи реестров',
      list: '/dashboard/registries-entries',
      icon: FileText,
      addressOf: ({ within, id }) => `/registry-entry-${[...within, id].join('-')}`,
    },
  ],
});
