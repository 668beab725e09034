import { BookOpenText } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const ledger = webModule({
  pages: [
    {
      path: '/ledger',
      file: 'ledger/ledger-page.tsx',
      title: 'Книга проводок',
      layout: 'dashboard',
      needs: 'ledger.lines',
      section: { group: 'work', icon: BookOpenText },
    },
    {
      path: '/ledger/account',
      file: 'ledger/account-page.tsx',
      title: 'Карточка счёта',
      layout: 'dashboard',
      needs: 'ledger.accountLines',
    },
    {
      path: '/ledger/bank',
      file: 'ledger/bank-page.tsx',
      title: 'Выписка банка',
      layout: 'dashboard',
      needs: 'ledger.bankStatement',
    },
    {
      path: '/ledger/creditors',
      file: 'ledger/creditors-page.tsx',
      title: 'Остатки по кредиторам',
      layout: 'dashboard',
      needs: 'ledger.creditors',
    },
    {
      path: '/ledger/debtors',
      file: 'ledger/debtors-page.tsx',
      title: 'Остатки по заёмщикам',
      layout: 'dashboard',
      needs: 'ledger.debtors',
    },
  ],
});
