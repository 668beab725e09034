import { Star } from 'lucide-react';
import { webModule } from '#web/kit/page/web-module.ts';

export const feedback = webModule({
  pages: [
    {
      path: '/feedback',
      file: 'feedback/feedback-page.tsx',
      title: 'Отзывы',
      layout: 'dashboard',
      needs: 'endings.feedbacks',
      section: { group: 'work', icon: Star },
    },
  ],
});
