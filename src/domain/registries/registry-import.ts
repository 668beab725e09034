import { type MoveOf, machine, type StatusOf } from '../values/machine.ts';

/**
 * The life of an uploaded registry (docs/domain.md §7.7). `ready` is the dry run: every row has its verdict and nothing is
 * written yet. A change of the mapping judges the whole file anew.
 */
export const registryImportMachine = machine('registry-import', {
  first: 'uploaded',
  states: {
    uploaded: { label: 'Загружен', tone: 'neutral' },
    validating: { label: 'Проверяется', tone: 'info' },
    ready: { label: 'Готов к загрузке', tone: 'warning' },
    loaded: { label: 'Принят', tone: 'success' },
    loaded_with_errors: { label: 'Принят с ошибками', tone: 'warning' },
    failed: { label: 'Не прочитан', tone: 'danger' },
    withdrawn: { label: 'Отозван', tone: 'neutral' },
  },
  moves: {
    validate: { from: ['uploaded'], to: 'validating', by: ['system'], label: 'Начать проверку' },
    judge: { from: ['validating'], to: 'ready', by: ['system'], label: 'Закончить проверку' },
    fail: { from: ['uploaded', 'validating'], to: 'failed', by: ['system'], label: 'Отказать в чтении' },
    revalidate: { from: ['ready', 'failed'], to: 'uploaded', by: ['head', 'manager'], label: 'Проверить заново' },
    load: { from: ['ready'], to: 'loaded', by: ['system'], label: 'Принять' },
    loadWithErrors: { from: ['ready'], to: 'loaded_with_errors', by: ['system'], label: 'Принять без ошибочных строк' },
    withdraw: {
      from: ['uploaded', 'ready', 'failed', 'loaded', 'loaded_with_errors'],
      to: 'withdrawn',
      by: ['head', 'manager'],
      label: 'Отозвать',
    },
  },
});

export type RegistryStatus = StatusOf<typeof registryImportMachine>;
export type RegistryMove = MoveOf<typeof registryImportMachine>;

/** The statuses of a registry whose rows have become entries. */
export const loadedStatuses = ['loaded', 'loaded_with_errors'] as const satisfies readonly RegistryStatus[];

/** The verdict of the dry run on a row: what loading would do with it (docs/domain.md §14). The counts of all verdicts add up to the rows of the file. */
export const verdicts = {
  new: { label: 'Новая', tone: 'success' },
  updated: { label: 'Обновит запись', tone: 'info' },
  unchanged: { label: 'Без изменений', tone: 'neutral' },
  duplicate: { label: 'Повтор в файле', tone: 'warning' },
  conflict: { label: 'Не загружается', tone: 'warning' },
  error: { label: 'С ошибкой', tone: 'danger' },
} as const;
export type Verdict = keyof typeof verdicts;

/** What becomes of a row that will be taken. */
export const takenVerdicts = ['new', 'updated', 'unchanged'] as const satisfies readonly Verdict[];

/**
 * The rows of a file by verdict, all of them, and those that will be loaded with warnings; `amount` is the debt of those
 * that will be loaded, in kopecks.
 */
export type VerdictCounts = Record<Verdict | 'rows' | 'warned' | 'amount', number>;
/** The counts before any row has been judged. */
export const NO_COUNTS: VerdictCounts = {
  rows: 0,
  new: 0,
  updated: 0,
  unchanged: 0,
  duplicate: 0,
  conflict: 0,
  error: 0,
  warned: 0,
  amount: 0,
};

/** How many rows of a file will be taken. */
export const takenRows = (counts: VerdictCounts): number =>
  takenVerdicts.reduce((sum, verdict) => sum + counts[verdict], 0);

/** On what ground the creditor holds the claims of a registry. */
export const registryBases = {
  original: 'Первичный кредитор',
  cession: 'Уступка',
  agent: 'Агентский договор',
} as const;
export type RegistryBasis = keyof typeof registryBases;
