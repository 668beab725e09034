import { Wallet } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const payments = webModule({
  pages: [
    {
      path: '/dashboard/payments',
      file: 'payments/payments-page.tsx',
      title: 'Платежи',
      titleForIndividual: 'Мои платежи',
      layout: 'dashboard',
      needs: 'payments.list',
      section: { group: 'work', icon: Wallet },
    },
  ],
  finds: [
    {
      kind: 'payment',
      group: 'Платежи',
      list: '/dashboard/payments',
      icon: Wallet,
      // A payment has no page of its own.
      addressOf: ({ within: [settlement] }) => `/settlement-${settlement}`,
      number: { title: '№\u00a0платежа', needs: 'payments.list' },
    },
  ],
});
