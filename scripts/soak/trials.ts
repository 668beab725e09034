/** A trial that is short in a usual run of the tests and long when its variable says how much of it is wanted. */
export interface Trial {
  readonly about: string;
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}

/** All long trials, by the names under which `npm run soak` knows them. docs/commands.md has the same table in words. */
export const trials: Readonly<Record<string, Trial>> = {
  kills: {
    about: '200 раз убиты сервер или база, и во время загрузки реестров и остановки',
    // As many on the embedded database as on one apart.
    env: { KILLS: '100' },
    files: ['test/platform/crash.test.ts'],
  },
  starts: {
    about: '20 прерванных первых запусков',
    env: { STARTS: '20' },
    files: ['test/platform/nodes/first-start.test.ts'],
  },
  restarts: {
    about: '10 перезапусков двух узлов за балансировщиком',
    env: { RESTARTS: '10' },
    files: ['test/platform/nodes/rolling.test.ts'],
  },
  migrations: {
    about: 'обновление базы, остановленной на каждой из миграций',
    env: { MIGRATIONS: 'all' },
    files: ['test/database/migrations.test.ts'],
  },
  'kills-settlement': {
    about: 'сервер убит во время принятия и подписи',
    env: { KILLS: '30' },
    files: ['test/settlements/crash.test.ts'],
  },
  'kills-money': {
    about: 'сервер или база убиты во время оплаты и возврата',
    env: { KILLS: '50' },
    files: ['test/payments/crash.test.ts'],
  },
  'kills-close': {
    about: 'все соединения оборваны во время закрытия дня',
    env: { KILLS: '200' },
    files: ['test/close-day/odd-days.test.ts'],
  },
  quarters: {
    about: 'кварталы денег, прожитые по дням и пересчитанные в SQL',
    env: { QUARTERS: '20' },
    files: ['test/close-day/quarter.test.ts'],
  },
  'kills-chats': {
    about: 'узел убит, пока в чат пишут',
    env: { KILLS: '30' },
    files: ['test/chats/crash.test.ts'],
  },
  'kills-import': {
    about: 'сервер убит во время загрузки реестра',
    env: { KILLS: '50' },
    files: ['test/registries/crash.test.ts'],
  },
  plans: {
    about: 'случайные графики',
    env: { PLANS: '1000000' },
    files: ['src/domain/settlements/plans.test.ts'],
  },
  races: {
    about: '64 ответа на одно предложение сразу',
    env: { RACES: '1000' },
    files: ['test/settlements/races.test.ts'],
  },
  walks: {
    about: 'случайные пути по заявкам, торгам и соглашениям',
    env: { WALKS: '10000' },
    files: ['test/settlements/walk.test.ts'],
  },
  lists: {
    about: 'случайные пути двух читателей по страницам каждого списка',
    env: { LIST_WALKS: '20' },
    files: ['test/lists/list-pages.test.ts'],
  },
  hostile: {
    about: 'испорченные картинки и бумаги',
    env: { HOSTILE: '2000' },
    files: ['test/hostile/avatars.test.ts', 'test/hostile/papers.test.ts'],
  },
  failures: {
    about: 'каждая операция без одного столбца базы, столбец за столбцом',
    env: { FAILURES: '1' },
    files: ['test/hostile/failures.test.ts'],
  },
  masks: {
    about: 'скрытое ищут все и во всём',
    env: { MASKS: 'all' },
    files: ['test/access/masks.test.ts'],
  },
  probes: {
    about: 'проба каждого права у каждого человека о каждом объекте',
    env: { PROBES: 'all' },
    files: ['test/access/matrix.test.ts'],
  },
  'slow-browser': {
    about: 'все тесты браузера, у страниц четверть процессора',
    env: { SLOW: '4' },
    files: ['test/e2e'],
  },
  looks: {
    about: 'доступность каждой страницы на каждой ширине в каждой теме',
    env: { LOOKS: '1' },
    files: ['test/e2e'],
  },
  fuzz: {
    about: 'случайные запросы к каждой операции',
    env: { FUZZ_RUNS: '1000' },
    files: ['test/fuzz'],
  },
};
