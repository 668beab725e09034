import type { Readable } from 'node:stream';
import {
  hintMark,
  mostRegistryRows,
  type RegistryKind,
  registryColumns,
  templateMark,
  templateVersion,
} from '#domain/registries/registry-columns.ts';
import { type Column, columnGroups, type Kind } from '#domain/registries/registry-rules.ts';
import { type BookCell, type BookRow, type BookSheet, writeBook } from '#server/platform/xlsx/book-writer.ts';
import { columnLetters, type StyleName } from '#server/platform/xlsx/parts.ts';

/** The names that people know the two templates by. */
export const templateNames: Record<RegistryKind, string> = {
  full: 'Шаблон реестра займов.xlsx',
  simple: 'Шаблон упрощённого реестра.xlsx',
};

const listsSheet = 'Справочники';
/** Row 1 has the headings, row 2 the hints, claims begin in row 3 (docs/domain.md §14). */
const firstClaim = 3;
const lastClaim = firstClaim + mostRegistryRows - 1;

/** The template of a registry, made from its columns alone: the table, the lists, the instruction, the hidden version. */
export function writeTemplate(kind: RegistryKind): Readable {
  const columns = registryColumns[kind];
  return writeBook([claimsSheet(columns), choicesSheet(columns), instructionSheet(kind, columns), versionSheet(kind)]);
}

/** The heading as it is in files: a required column has an asterisk. */
export const headingOf = ({ header, required }: Column): string => (required ? `${header}*` : header);

/** Everything with leading zeros, and all that a spreadsheet might take for something else, is text. */
const columnStyles: Partial<Record<Kind, StyleName>> = {
  money: 'money',
  component: 'money',
  day: 'day',
  whole: 'plain',
  percent: 'plain',
};

function claimsSheet(columns: readonly Column[]): BookSheet {
  const widths = columns.map(({ width }) => width);
  const hints = columns.map(({ code, hint }) => (code === 'rowNo' ? `${hintMark}: ${hint}` : hint));
  return {
    name: 'Реестр',
    frozenRows: 2,
    columns: columns.map(({ width, rule }) => ({ width, style: columnStyles[rule.kind] ?? 'text' })),
    rows: [
      tallRow(1, columns.map(headingOf), widths, (index) => (columns[index]?.required ? 'required' : 'optional')),
      tallRow(2, hints, widths, () => 'hint'),
    ],
    choices: columns.flatMap(({ rule }, index) => {
      if (rule.kind !== 'choice') return [];
      const letter = columnLetters(index);
      const list = columnLetters(listsOf(columns).findIndex((column) => column.rule === rule));
      return [
        {
          range: `${letter}${firstClaim}:${letter}${lastClaim}`,
          from: `'${listsSheet}'!$${list}$2:$${list}$${rule.list.length + 1}`,
        },
      ];
    }),
  };
}

const listsOf = (columns: readonly Column[]): readonly Column[] => columns.filter(({ rule }) => rule.kind === 'choice');

function choicesSheet(columns: readonly Column[]): BookSheet {
  const lists = listsOf(columns);
  const labels = lists.map(({ rule }) => (rule.kind === 'choice' ? rule.list.map(({ label }) => label) : []));
  const longest = Math.max(...labels.map((list) => list.length));
  return {
    name: listsSheet,
    frozenRows: 1,
    columns: lists.map(({ width }) => ({ width: Math.max(width, 28) })),
    rows: [
      row(
        1,
        lists.map(({ header }) => header),
        () => 'header',
      ),
      ...Array.from({ length: longest }, (_, index) =>
        row(
          index + 2,
          labels.map((list) => list[index] ?? null),
          () => 'text',
        ),
      ),
    ],
  };
}

function instructionSheet(kind: RegistryKind, columns: readonly Column[]): BookSheet {
  const lines = instructions[kind].map((line) => [line]);
  const table = columns.map((column, index) => [
    String(index + 1),
    columnGroups[column.group],
    column.header,
    column.required ? 'обязательно' : '',
    descriptionOf(column),
    column.debtorSees ? 'да' : 'нет',
  ]);
  const widths = [6, 24, 40, 14, 70, 16];
  const head = ['№', 'Раздел', 'Столбец', 'Заполнять', 'Что писать', 'Видит заёмщик'];
  const rowNo = lines.length + 2;
  return {
    name: 'Инструкция',
    frozenRows: 0,
    columns: widths.map((width) => ({ width })),
    rows: [
      ...lines.map((line, index) => row(index + 1, line, () => (index === 0 ? 'title' : 'text'))),
      row(rowNo, head, () => 'header'),
      ...table.map((cells, index) => tallRow(rowNo + 1 + index, cells, widths, () => 'wrapped')),
    ],
  };
}

/** The hint of a column, with the words of its list or the other headings under which it is known. */
function descriptionOf({ rule, hint, aliases }: Column): string {
  const words = rule.kind === 'choice' ? rule.list.map(({ label }) => label).join(', ') : '';
  const known = aliases.length > 0 ? `Узнаётся и как: ${aliases.join(', ')}` : '';
  return [hint, words, known].filter((part) => part !== '').join('. ');
}

const common = [
  'Одна строка — один договор. Заголовки можно переставлять и переименовывать: система узнает известные названия.',
  'Столбцы со звёздочкой обязательны. Строку с подсказками можно оставить: она не загружается, как и строки «Итого».',
  `В одном файле до ${mostRegistryRows} строк и до 20 МБ, формат .xlsx или .csv (UTF-8 или windows-1251, через «;» или «,»).`,
  'ИНН, СНИЛС, паспорт и телефон пишите как текст, чтобы не терялись нули в начале. Даты — ДД.ММ.ГГГГ, суммы — в рублях.',
  'Сначала файл проверяется: вы увидите вердикт по каждой строке и исправите ошибки до загрузки.',
];
const instructions: Record<RegistryKind, readonly string[]> = {
  full: [
    'Реестр займов',
    ...common,
    '«Итого задолженность» должна равняться сумме частей долга до копейки; пустая часть долга — ноль.',
    'При уступке заполните цедента, его ИНН, номер и дату цессии; если стадия не досудебная — номер дела и суд или ОСП.',
  ],
  simple: ['Упрощённый реестр', ...common, 'Сумму долга заёмщик не видит, пока его личность не подтверждена.'],
};

function versionSheet(kind: RegistryKind): BookSheet {
  const rows = [row(1, [`${kind} ${templateVersion}`], () => 'text' as const)];
  return { name: templateMark, hidden: true, frozenRows: 0, columns: [{ width: 12 }], rows };
}

function row(no: number, values: readonly (string | null)[], style: (index: number) => StyleName): BookRow {
  const cells = values.map((value, index): BookCell | null => (value === null ? null : { value, style: style(index) }));
  return { no, cells };
}

/** Points that one line takes, and how much of a column its signs fill on the average. */
const lineHeight = 15;
const fullness = 0.85;

/** A row as tall as its longest text needs; programs do not measure wrapped texts when they open a file. */
function tallRow(
  no: number,
  values: readonly string[],
  widths: readonly number[],
  style: (index: number) => StyleName,
): BookRow {
  const lines = values.map((value, index) => Math.ceil(value.length / (widths[index]! * fullness)));
  return { ...row(no, values, style), height: Math.max(1, ...lines) * lineHeight };
}
