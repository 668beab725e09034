import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import type { Operation } from '#contract/kernel/op.ts';
import * as masks from '#domain/values/masks.ts';
import { filesUnder } from '#test/helpers/files/files.ts';
import { accessText } from './operations.ts';

/** What each mask leaves of a value, shown by the mask itself. */
const examples = {
  maskName: () => masks.maskName({ lastName: 'Иванова', firstName: 'Ирина', middleName: 'Игоревна' }),
  maskInn: () => masks.maskInn('500100732259'),
  maskPhone: () => masks.maskPhone('+79161231234'),
  maskEmail: () => masks.maskEmail('irina@demo.test'),
  maskPassport: () => masks.maskPassport('4510', '456123'),
  maskSnils: () => masks.maskSnils('11223344595'),
  maskDigits: () => masks.maskDigits('паспорт 45 10 456123'),
  maskWhole: () => masks.maskWhole('Москва, Тверская, 1'),
  maskAny: () => masks.maskAny('текст'),
  maskIdentity: () => '',
} as const satisfies { [Name in keyof typeof masks]: () => string };

/** Where something of a row is shown masked: what, and who sees it whole. Operations are named by their codes in braces. */
const places: Readonly<Record<string, { what: string; whole: string }>> = {
  'src/server/modules/individuals/people.ts': {
    what: 'ИНН, телефон и почта физлица в списках и карточке',
    whole: 'кому открыта {individuals.reveal}; сам человек видит своё',
  },
  'src/server/modules/verification/papers.queries.ts': {
    what: 'паспорт, СНИЛС и адрес физлица и представителя компании',
    whole: 'никто в карточке; по одному полю, с причиной и записью в аудите — {individuals.reveal}',
  },
  'src/server/modules/legal-entities/representative.ts': {
    what: 'ИНН, телефон и почта представителя компании',
    whole: 'кому открыта {legal-entities.updateRepresentative} этой компании',
  },
  'src/server/modules/registries/entries/debtor-visibility.ts': {
    what: 'ИНН, телефон и почта заёмщика в записях реестров обоих видов',
    whole:
      'сотрудник этой компании с правом {registries.upload} или {simple-registries.upload}; оператор с {individuals.reveal} и {registries.reveal}',
  },
  'src/server/modules/registries/entries/entry-cards.ts': {
    what: 'второй телефон, адрес, паспорт и СНИЛС в карточке записи',
    whole: 'те же; паспорт и СНИЛС — никто',
  },
  'src/server/modules/registries/entries/entry-history.ts': {
    what: 'ИНН, телефон и почта заёмщика в изменениях записи, в карточке и в пробной загрузке',
    whole: 'те же',
  },
  'src/server/modules/requests/request-rows.ts': {
    what: 'ИНН заёмщика в заявке',
    whole: 'сам заёмщик; сотрудник, который отвечает на заявку своей компании; оператор с {individuals.reveal}',
  },
  'src/server/modules/simple-requests/rows.ts': {
    what: 'ФИО и ИНН заёмщика в упрощённой заявке',
    whole: 'кредитор — когда заёмщик открыл ему себя (`disclosed`); ИНН у оператора — с {individuals.reveal}',
  },
  'src/server/modules/rnko/form.ts': {
    what: 'ФИО и день рождения владельцев в анкете компании для РНКО',
    whole: 'кому открыта {rnko-form.fill} этой компании; оператор с {rnko-form.startReview} или {rnko-form.send}',
  },
  'src/server/modules/rnko/partner-data.ts': {
    what: 'ИНН, СНИЛС, паспорт и телефон в том, что уйдёт РНКО',
    whole: 'никто: человек видит маски, целиком их получает РНКО',
  },
  'src/server/modules/documents/agreement-text.queries.ts': {
    what: 'паспорт, адрес, телефон и почта заёмщика в тексте соглашения до его подписи',
    whole: 'сам заёмщик; кредитор — когда заёмщик подписал',
  },
  'src/server/modules/personal-data/masks.queries.ts': {
    what: 'связь, личность, счета и производные столбцы в журнале аудита и в истории людей и компаний',
    whole:
      'кому открыта {individuals.reveal}; представителя в истории компании — кому открыта {legal-entities.updateRepresentative}',
  },
  'src/server/modules/one-time-codes/one-time-codes.commands.ts': {
    what: 'адрес, на который ушёл код',
    whole: 'никто',
  },
  'src/server/modules/auth/contacts.ts': {
    what: 'телефоны, на которые ушли коды смены почты или телефона',
    whole: 'никто',
  },
  'src/domain/registries/registry-row.ts': {
    what: 'ячейка с ошибкой в перечне замечаний к файлу реестра',
    whole: 'никто: суммы, дни и слова справочников целиком, остальное концами',
  },
  'src/domain/documents/agreement-vocabulary.ts': {
    what: 'телефон и почта подписавшего в печатном соглашении',
    whole: 'никто',
  },
  'src/domain/documents/creditor-paper.ts': { what: 'то же в бумагах кредитора', whole: 'никто' },
  'src/domain/documents/signing-protocol.ts': { what: 'то же в протоколе подписания', whole: 'никто' },
};

const masksFile = 'src/domain/values/masks.ts';
const head = `# Доступ к полям

Сделано из контракта и масок командой \`npm run docs\`. Правило одно: читает поля операции тот, кому она открыта
([кто что может](access.md)), и в ответе нет ничего, кроме перечисленного здесь: ответ разбирает схема. Пишет тоже только перечисленное:
лишнее поле — отказ, даже с правом на операцию. Какой ход открыт в каком состоянии, сказано в [состояниях](states.md). Поверх этого часть
значений показывается маской; что скрыто маской, по тому не ищут, не отбирают, не считают и не сортируют
([почему](../decisions/0062-masks-and-searches.md)). Проверяют это \`test/access/fields.test.ts\` и \`test/access/masks.test.ts\`.
Что о людях хранит каждый столбец базы: [personal-data.md](personal-data.md).`;

/** The page of fields: what is masked for whom, then what each operation takes and tells. */
export function fieldsPage(operations: readonly Operation[]): string {
  return `${[head, masksTable(), placesTable(operations), ...groupsOf(operations)].join('\n\n')}\n`;
}

function masksTable(): string {
  const rows = Object.entries(examples)
    .map(([name, shown]) => [`\`${name}\``, shown()])
    .filter(([, shown]) => shown !== '');
  return `## Маски\n\n${table(['маска', 'что остаётся'], rows)}`;
}

/** @throws when a file masks something and is not told of here, or the other way round */
function placesTable(operations: readonly Operation[]): string {
  const call = new RegExp(`\\b(${Object.keys(examples).join('|')})\\b`);
  const masking = filesUnder(['src/server', 'src/domain'])
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== masksFile)
    .filter((file) => call.test(readFileSync(file, 'utf8')));
  const told = Object.keys(places);
  const wrong = [...masking.filter((file) => !told.includes(file)), ...told.filter((file) => !masking.includes(file))];
  if (wrong.length > 0) throw new Error(`scripts/docs/fields.ts tells wrongly what is masked in ${wrong.join(', ')}`);
  const byCode = new Map(operations.map((operation) => [operation.code, operation]));
  const rows = Object.entries(places).map(([file, { what, whole }]) => [
    what,
    whole.replace(/\{([\w.-]+)\}/g, (_, code: string) => operationText(byCode.get(code), code)),
    `\`${file}\``,
  ]);
  return `## Что показывается маской и кому целиком\n\n${table(['что', 'кто видит целиком', 'где решается'], rows)}`;
}

/** The words of an operation, and who holds its permission at first. */
function operationText(operation: Operation | undefined, code: string): string {
  if (!operation) throw new Error(`scripts/docs/fields.ts names no operation by ${code}`);
  const { about, access } = operation.def;
  return `«${about}» (${accessText(access)})`;
}

function groupsOf(operations: readonly Operation[]): string[] {
  const groups = Map.groupBy(operations, ({ group }) => group);
  return [...groups].map(([group, some]) => {
    const rows = some.map(({ route, def }) => [
      `\`${route}\``,
      fieldsOf(def.body) + (def.upload ? ' + файл' : ''),
      def.file ? 'файл' : fieldsOf(def.out),
    ]);
    return `## ${group}\n\n${table(['операция', 'принимает', 'отдаёт'], rows)}`;
  });
}

/** What of a schema's inside the page needs; the types of the library name only what each kind has. */
interface Inside {
  type: string;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  element?: z.ZodType;
  options?: readonly z.ZodType[];
  valueType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
}

/** The names of the fields of a schema, those of objects inside in braces. */
function fieldsOf(schema: z.ZodType | undefined, depth = 0): string {
  if (schema === undefined) return '';
  const { type, shape, innerType, element, options, valueType, out } = schema.def as unknown as Inside;
  if (shape) {
    const names = Object.entries(shape).map(([name, inner]) => {
      const within = depth < 2 ? fieldsOf(inner, depth + 1) : '';
      return within === '' ? name : `${name} { ${within} }`;
    });
    return names.join(', ');
  }
  if (type === 'union')
    return [...new Set((options ?? []).map((one) => fieldsOf(one, depth)))].filter(Boolean).join('; ');
  return fieldsOf(innerType ?? element ?? valueType ?? out, depth);
}

const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
