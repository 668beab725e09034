import { User, Users } from 'lucide-react';
import { hasId } from '#web/kit/page/path-rules.ts';
import { webModule } from '#web/kit/page/web-module.ts';

export const individuals = webModule({
  pages: [
    {
      path: '/dashboard/individuals',
      file: 'individuals/individuals-page.tsx',
      title: 'Физлица',
      titleForIndividual: 'Мой кабинет',
      layout: 'dashboard',
      needs: 'individuals.list',
      section: { group: 'work', icon: Users },
    },
    {
      path: '/individual-{$id}',
      file: 'individuals/individual-page.tsx',
      title: 'Физлица',
      layout: 'dashboard',
      isValid: hasId,
      needs: 'individuals.get',
    },
  ],
  finds: [
    {
      kind: 'individual',
      group: 'Физлица',
      list: '/dashboard/individuals',
      icon: User,
      addressOf: ({ id }) => `/individual-${id}`,
    },
  ],
});
