/** `npm run advisories`: asks the registry of npm whether it knows of holes in what the program is made of. Needs a network. */
import { spawnSync } from 'node:child_process';

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const;
type Severity = (typeof severities)[number];

/** By when it is mended, as SECURITY.md promises. */
const terms: Record<Severity, string> = {
  critical: 'критическая, исправить за 2 дня',
  high: 'высокая, за 7 дней',
  moderate: 'средняя, за 30 дней',
  low: 'низкая, за 90 дней',
  info: 'к сведению',
};

/** What `npm audit --json` answers, as far as it is read; without a list there is no answer, and it says why. */
interface Audit {
  vulnerabilities?: Record<
    string,
    { severity: Severity; range: string; via: (string | { title: string; url: string })[] }
  >;
  message?: string;
}

/** The answer of npm for a person, the worst first, and how the command ends: 0 nothing known, 1 something, 2 no answer. */
export function reportOf({ vulnerabilities, message }: Audit): { lines: string[]; code: 0 | 1 | 2 } {
  if (!vulnerabilities) return { lines: [`Реестр npm на этот вопрос не ответил: ${message ?? 'нет связи'}`], code: 2 };
  const found = Object.entries(vulnerabilities).toSorted(
    ([, one], [, other]) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
  );
  if (found.length === 0) return { lines: ['Известных уязвимостей в библиотеках программы нет.'], code: 0 };
  const lines = found.flatMap(([name, { severity, range, via }]) => [
    `${name} ${range}: ${terms[severity]}`,
    ...via.map((one) => (typeof one === 'string' ? `  через ${one}` : `  ${one.title} ${one.url}`)),
  ]);
  return { lines, code: 1 };
}

if (import.meta.main) {
  const args = ['audit', '--omit=dev', '--json'];
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
  const { lines, code } = reportOf(JSON.parse(stdout || '{}') as Audit);
  console.log(lines.join('\n'));
  process.exitCode = code;
}
