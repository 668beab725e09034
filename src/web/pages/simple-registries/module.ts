import { FileText, MessageCircleQuestionMark } from 'lucide-react';
import { hasIds } from '#web/kit/page/path-rules.ts';
import { previewQuery, webModule } from '#web/kit/page/web-module.ts';

/** Simple registries are their company's, and what they say of a person is his. */
export const simpleRegistries = webModule({
  pages: [
    {
      path: '/dashboard/simplified-registries',
      file: 'simple-registries/simple-registries-page.tsx',
      title: 'Упрощённые реестры',
      titleForIndividual: 'Это ваш долг?',
      layout: 'dashboard',
      needs: ['simple-registries.list', 'simple-registries.own'],
      section: { group: 'work', icon: MessageCircleQuestionMark, title: 'Упрощённые' },
    },
    {
      path: '/simplified-registry-{$key}',
      file: 'simple-registries/simple-registry-page.tsx',
      title: 'Упрощённые реестры',
      layout: 'dashboard',
      isValid: hasIds(2),
      needs: 'simple-registries.get',
    },
  ],
  finds: [
    {
      kind: 'simpleEntry',
      group: 'Записи упрощённых реестров',
      icon: FileText,
      // A debtor has one list of them, everybody else that of their registry.
      addressOf: ({ within, id, title }, me) =>
        me?.kind === 'individual'
          ? '/dashboard/simplified-registries'
          : `/simplified-registry-${within.join('-')}?${previewQuery(id, title)}`,
    },
  ],
});
