import { ReceiptText } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const invoices = webModule({
  pages: [
    {
      path: '/dashboard/invoices',
      file: 'invoices/invoices-page.tsx',
      title: 'Счета',
      layout: 'dashboard',
      needs: 'invoices.list',
      section: { group: 'work', icon: ReceiptText },
    },
  ],
});
