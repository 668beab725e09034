import { Building, Tags } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

/** Kinds of companies are among the references and, as the specification has it, among the old pages. */
export const dictionaries = webModule({
  pages: [
    {
      path: '/references/legal-entity-types',
      file: 'dictionaries/legal-entity-types-page.tsx',
      title: 'Виды компаний',
      layout: 'dashboard',
      needs: 'legal-entity-types.list',
      section: { group: 'references', icon: Building, menu: 'legal-entity-types.add' },
    },
    {
      path: '/dashboard/old/legal-entity-types',
      file: 'dictionaries/legal-entity-types-page.tsx',
      title: 'Виды компаний',
      layout: 'dashboard',
      needs: 'legal-entity-types.list',
    },
    {
      path: '/dashboard/old/individual-cathegories',
      file: 'dictionaries/individual-categories-page.tsx',
      title: 'Категории физлиц',
      layout: 'dashboard',
      needs: 'individual-categories.list',
      section: { group: 'references', icon: Tags, menu: 'legal-entity-types.add' },
    },
  ],
});
