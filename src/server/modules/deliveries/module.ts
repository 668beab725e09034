import type { ServerModule } from '#server/platform/module.ts';
import { startDelivering } from './deliver.commands.ts';
import { deliveryResources } from './deliveries.resource.ts';
import { deliveryHandlers } from './handlers.ts';
import { deliveryLetters } from './letters.ts';
import { startLinking } from './messenger.commands.ts';
import { askSms } from './sms-answers.ts';
import { tables } from './tables.ts';

export const deliveriesModule: ServerModule = {
  name: 'deliveries',
  tables,
  operations: deliveryHandlers,
  resources: deliveryResources,
  letters: deliveryLetters,
  tasks: { 'ask-sms': askSms },
  systemOperations: {
    'deliveries.contact': 'Сообщение заёмщику о долге кроме кабинета',
    'deliveries.letters': 'Письма об уведомлениях',
    'deliveries.messenger': 'Привязка мессенджера',
    'deliveries.gone': 'Отвязка браузера или мессенджера, которые больше не принимают',
  },
  background: [startDelivering, startLinking],
};
