import { Handshake } from 'lucide-react';
import { hasId, hasToken } from '#web/kit/page/path-rules.ts';
import { webModule } from '#web/kit/page/web-module.ts';

export const settlements = webModule({
  pages: [
    {
      path: '/dashboard/settlements',
      file: 'settlements/settlements-page.tsx',
      title: 'Урегулирования',
      titleForIndividual: 'Договорённости',
      layout: 'dashboard',
      needs: 'settlements.list',
      section: { group: 'work', icon: Handshake },
    },
    {
      path: '/settlement-{$id}',
      file: 'settlements/settlement-page.tsx',
      title: 'Урегулирования',
      titleForIndividual: 'Договорённости',
      layout: 'dashboard',
      isValid: hasId,
      needs: 'settlements.get',
    },
    {
      path: '/pay/$token',
      file: 'settlements/pay-link-page.tsx',
      title: 'Оплатить платёж',
      layout: 'dashboard',
      isValid: hasToken,
      needs: 'payment-days.link',
    },
  ],
  finds: [
    {
      kind: 'settlement',
      group: 'Урегулирования',
      list: '/dashboard/settlements',
      icon: Handshake,
      addressOf: ({ id }) => `/settlement-${id}`,
      number: { title: '№\u00a0урегулирования', needs: 'settlements.list' },
    },
  ],
});
