import { type TablesOfModule } from '#server/platform/database/tables.ts';

/** What the tables of the module hold, and what the audit calls it. */
export const tables: TablesOfModule = {
  differences: {
    title: 'Расхождение сверки',
    holds: {
      free: 'purpose replaced_purpose comment',
      code: 'reference kind statement_id replaced_line movement status decision booked',
    },
    words: {
      reference: 'Номер операции',
      statement_id: 'Строка выписки',
      replaced_line: 'Прежний № строки',
      replaced_purpose: 'Прежнее назначение',
      replaced_at: 'Прежнее время',
      movement: 'Движение',
      at: 'Когда',
      theirs: 'У партнёра',
      ours: 'У нас',
      booked: 'Чем учтено в книге',
      booked_sum: 'Сколько учтено в книге',
      expensed_sum: 'Сколько списано в расходы',
    },
  },
  reconciliations: {
    title: 'Сверка',
    holds: {},
    words: {
      movements: 'Движений',
      matched: 'Совпало',
      differences: 'Расхождений',
      closing: 'Остаток у партнёра',
      own_closing: 'Остаток у нас',
    },
  },
};
