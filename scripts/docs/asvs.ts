import { readFileSync } from 'node:fs';

/** How a requirement stands. */
const states = {
  met: 'выполнено',
  partly: 'частично',
  unmet: 'не выполнено',
  not_applicable: 'не относится',
} as const;
type State = keyof typeof states;

/** One requirement of OWASP ASVS 5.0.0 in our words. */
export interface Requirement {
  id: string;
  level: 1 | 2 | 3;
  state: State;
  gist: string;
  /** How it is met, or why it is not. */
  how: string;
  /**
   * What shows it: a test by its file and whole title, or a file to look at and why no test shows it; null where there is nothing to
   * show.
   */
  proof: { file: string; title: string | null; untested: string | null } | null;
}

const table = new URL('asvs/table.txt', import.meta.url);
const chapters = [
  'Кодирование и очистка',
  'Проверка ввода и дела',
  'Страницы в браузере',
  'API',
  'Файлы',
  'Вход',
  'Сеансы',
  'Доступ',
  'Самодостаточные ключи',
  'OAuth и OIDC',
  'Криптография',
  'Связь',
  'Настройка',
  'Защита данных',
  'Устройство и библиотеки',
  'Журналы и ошибки',
  'WebRTC',
];

/** The table of requirements. Each line: number, level, state, gist, how, proof: `file › title of a test`, or `file | why there is no test`. */
export function readRequirements(): Requirement[] {
  const lines = readFileSync(table, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [id = '', level, state, gist = '', how = '', proof, untested = null] = line.split(' | ');
    if (state === undefined || !(state in states)) throw new Error(`No state: ${line}`);
    const [file = '', title = null] = (proof ?? '').split(' › ');
    return {
      id,
      level: Number(level) as Requirement['level'],
      state: state as State,
      gist,
      how,
      proof: file === '' ? null : { file, title, untested },
    };
  });
}

/** What is wanted here: the first two levels, and the third, because money and personal data are kept. */
export function asvsPage(): string {
  const requirements = readRequirements();
  const byChapter = Map.groupBy(requirements, ({ id }) => Number(id.split('.')[0]));
  const sections = [...byChapter].map(([number, some]) => sectionOf(number, some));
  return `${head}${summaryOf(requirements)}\n${openRequirements(requirements)}\n${sections.join('\n')}`;
}

const head = `# OWASP ASVS 5.0.0

Каждое требование: наш пересказ, как оно выполнено и чем доказано. Уровни 1 и 2 — целиком, уровень 3 — потому что здесь деньги и личные данные.
Страница делается из таблицы \`scripts/docs/asvs/table.txt\` командой \`npm run docs\`; тест проверяет, что каждый названный тест есть, по его
полному названию; где теста нет, сказано почему.
«Не относится» значит, что того, о чём требование, здесь нет или это решает машина и прокси перед сервером.

`;

function summaryOf(requirements: readonly Requirement[]): string {
  const names = Object.keys(states) as State[];
  const count = (level: number, state: State): number =>
    requirements.filter((one) => one.level === level && one.state === state).length;
  const rows = [1, 2, 3].map((level) => `| ${level} | ${names.map((state) => count(level, state)).join(' | ')} |`);
  return `| уровень | ${names.map((state) => states[state]).join(' | ')} |\n|---|${'---|'.repeat(names.length)}\n${rows.join('\n')}\n`;
}

/** What is still to be done, in one place. */
function openRequirements(requirements: readonly Requirement[]): string {
  const open = requirements.filter(({ state }) => state === 'unmet' || state === 'partly');
  const line = ({ id, level, state, gist, how }: Requirement): string =>
    `- **${id}** (уровень ${level}, ${states[state]}) ${gist}: ${how}`;
  return `## Что не выполнено или выполнено частично\n\n${open.map(line).join('\n')}\n`;
}

function sectionOf(number: number, some: readonly Requirement[]): string {
  const rows = some.map(
    ({ id, level, state, gist, how, proof }) =>
      `| ${id} | ${level} | ${states[state]} | ${gist}: ${how} | ${proof ? proofOf(proof) : '—'} |`,
  );
  return `## V${number} ${chapters[number - 1]}\n\n| № | уровень | состояние | что и как | доказательство |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

const proofOf = ({ file, title, untested }: NonNullable<Requirement['proof']>): string =>
  title === null ? `\`${file}\`. Теста нет: ${untested}` : `\`${file}\` «${title.replaceAll('|', '\\|')}»`;
