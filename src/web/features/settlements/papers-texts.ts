import type { documents } from '#contract/documents/documents.ts';
import type { Result } from '#contract/kernel/op.ts';
import { formatInstant } from '#web/ui/format.ts';

/** When a notice was sent, delivered, returned and read. */
export type Delivery = NonNullable<Result<typeof documents.list>['items'][number]['notice']>;

/** The words of documents. */
export const papersTexts = {
  title: 'Документы',
  of: (number: string, day: string) => `№ ${number} от ${day}`,
  code: 'Код проверки:',
  making: 'Файл печатается, это несколько секунд…',
  download: 'Скачать PDF',
  read: 'Прочитать',
  delivery: ({ sentAt, deliveredAt, returnedAt, readAt }: Delivery): string =>
    [
      sentAt
        ? `Письмо отправлено ${formatInstant(sentAt)}`
        : readAt
          ? 'Открыто в кабинете'
          : 'Письма с площадки не было',
      ...(deliveredAt ? [`доставлено ${formatInstant(deliveredAt)}`] : []),
      ...(returnedAt ? ['почтовый сервер письмо не принял'] : []),
      readAt ? `прочитано ${formatInstant(readAt)}` : 'не прочитано',
    ].join(' · '),
};
