import { BookMarked, FileText, Globe, Percent } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const references = webModule({
  pages: [
    {
      path: '/references/settlement-templates',
      file: 'references/settlement-templates-page.tsx',
      title: 'Формы документов',
      layout: 'dashboard',
      needs: 'agreement-templates.list',
      section: { group: 'references', icon: FileText, menu: 'legal-entity-types.add' },
    },
    {
      path: '/references/rates',
      file: 'references/rates-page.tsx',
      title: 'Ставки и пределы',
      layout: 'dashboard',
      needs: 'rates.inForce',
      section: { group: 'references', icon: Percent, menu: 'rates.list' },
    },
    {
      path: '/references/countries',
      file: 'references/countries-page.tsx',
      title: 'Страны',
      layout: 'dashboard',
      section: { group: 'references', icon: Globe, menu: 'legal-entity-types.add', needs: 'legal-entity-types.list' },
    },
    {
      path: '/references/debt-structure',
      file: 'references/debt-structure-page.tsx',
      title: 'Структура долга',
      layout: 'dashboard',
      section: { group: 'references', icon: BookMarked, menu: 'nobody', needs: 'legal-entity-types.list' },
    },
    {
      path: '/references/individual-statuses',
      file: 'references/individual-statuses-page.tsx',
      title: 'Статусы физлиц',
      layout: 'dashboard',
      section: { group: 'references', icon: BookMarked, menu: 'nobody', needs: 'legal-entity-types.list' },
    },
    {
      path: '/references/legal-entity-statuses',
      file: 'references/legal-entity-statuses-page.tsx',
      title: 'Статусы юрлиц',
      layout: 'dashboard',
      section: { group: 'references', icon: BookMarked, menu: 'nobody', needs: 'legal-entity-types.list' },
    },
    {
      path: '/references/settlement-statuses',
      file: 'references/settlement-statuses-page.tsx',
      title: 'Статусы урегулирований',
      layout: 'dashboard',
      section: { group: 'references', icon: BookMarked, menu: 'nobody', needs: 'legal-entity-types.list' },
    },
  ],
});
