import { startInterval } from './jobs/interval.ts';
import { deliverLetter, requeueLetters } from './jobs/mail.ts';
import type { ServerModule } from './module.ts';
import { refreshMs } from './secrets/keys.ts';
import { reseal } from './secrets/reseal.ts';
import { startSealing } from './state/audit-chain.ts';
import { startDeadlines } from './state/deadlines.ts';
import { tables } from './tables.ts';

/** What the platform itself brings, in the same words as a module. */
export const platformModule: ServerModule = {
  name: 'platform',
  tables,
  systemOperations: {
    'system.start': 'Запуск сервера',
    'system.operator': 'Первый оператор',
    'system.demo': 'Наполнение демонстрации',
    'system.bench': 'Замер',
    'system.test': 'Проверка',
    'keys.new': 'Новый ключ данных',
    'keys.reseal': 'Перешифрование новым ключом',
    'keys.retire': 'Вывод прежнего ключа',
  },
  tasks: { 'deliver-letter': deliverLetter, reseal },
  background: [startSealing, startDeadlines, (app) => startInterval(refreshMs, app.log, 'keys', () => app.keys.look())],
  resume: requeueLetters,
};
