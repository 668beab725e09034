import { CalendarCheck } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const closeDay = webModule({
  pages: [
    {
      path: '/close-day',
      file: 'close-day/close-day-page.tsx',
      title: 'Закрытие дня',
      layout: 'dashboard',
      needs: 'close-day.results',
      section: { group: 'work', icon: CalendarCheck },
    },
  ],
});
