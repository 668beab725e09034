import { Building2 } from 'lucide-react';
import { hasId } from '#web/kit/page/path-rules.ts';
import { webModule } from '#web/kit/page/web-module.ts';

export const legalEntities = webModule({
  pages: [
    {
      path: '/dashboard/legal-entities',
      file: 'legal-entities/legal-entities-page.tsx',
      title: 'Юрлица',
      layout: 'dashboard',
      needs: 'legal-entities.list',
      section: { group: 'work', icon: Building2 },
    },
    {
      path: '/legal-entity-{$id}',
      file: 'legal-entities/legal-entity-page.tsx',
      title: 'Юрлица',
      layout: 'dashboard',
      isValid: hasId,
      needs: 'legal-entities.get',
    },
  ],
  finds: [
    {
      kind: 'legalEntity',
      group: 'Юрлица',
      list: '/dashboard/legal-entities',
      icon: Building2,
      addressOf: ({ id }) => `/legal-entity-${id}`,
    },
  ],
});
