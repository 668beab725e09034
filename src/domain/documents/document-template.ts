import { oneLine } from '../values/text/one-line.ts';

/** A piece of a finished document in its order; a maker of PDF or a page prints them one by one. */
export type Block =
  | { readonly type: 'title'; readonly text: string }
  | { readonly type: 'heading'; readonly number: number; readonly text: string }
  | { readonly type: 'paragraph'; readonly number: string | null; readonly text: string }
  | Table
  | { readonly type: 'signature'; readonly lines: readonly string[] }
  /** Who issues a document: it is above the title, wherever a form names it. */
  | { readonly type: 'letterhead'; readonly lines: readonly string[] };

/** `align` is of the columns; the last row is a total when `hasTotal`. */
export type Table = {
  readonly type: 'table';
  readonly columns: readonly { readonly title: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly (readonly string[])[];
  readonly hasTotal: boolean;
};

/** What a placeholder stands for: words within a paragraph, or blocks that stand alone. `needs` is when it has a value. */
export type Placeholder<Facts, When extends string> = { readonly label: string; readonly needs?: When } & (
  | { readonly text: (facts: Facts) => string }
  | { readonly blocks: (facts: Facts) => readonly Block[] }
);

/** What templates of one kind of document may say: placeholders by name, conditions of clauses, and what none may omit. */
export type Vocabulary<Facts, When extends string = string> = {
  readonly placeholders: Readonly<Record<string, Placeholder<Facts, When>>>;
  readonly conditions: Readonly<Record<When, { readonly label: string; readonly holds: (facts: Facts) => boolean }>>;
  readonly required: readonly string[];
};

/** A numbered clause; without `when` it is always there. Paragraphs hold placeholders as `{{name}}`. */
export type Clause = {
  readonly code: string;
  readonly heading: string;
  readonly when?: string;
  readonly paragraphs: readonly string[];
};

/** The text of a kind of document, one version of it. */
export type DocumentTemplate = {
  readonly kind: string;
  readonly version: number;
  readonly title: string;
  readonly clauses: readonly Clause[];
};

type TemplateProblem = { readonly clause: string | null; readonly message: string };

const PLACEHOLDER = /\{\{([a-z_]+)\}\}/g;

/**
 * The blocks of a document from its template and the facts. The text is gone through once: braces within a name or a
 * comment of the facts stay what they are. A template that says what nobody knows throws; what it omits is asked when it is
 * published, so that an older form, which knew less, is printed as it was.
 */
export function renderTemplate<Facts>(
  template: DocumentTemplate,
  vocabulary: Vocabulary<Facts>,
  facts: Facts,
): readonly Block[] {
  const [problem] = unreadable(template, vocabulary);
  if (problem) throw new Error(`${template.kind} ${template.version}: ${problem.message}`);
  const includedClauses = template.clauses.filter(({ when }) => when === undefined || holds(vocabulary, when, facts));
  const { letterhead = [], text = [] } = Object.groupBy(
    includedClauses.flatMap((clause, index) => clauseBlocks(clause, index + 1, vocabulary, facts)),
    ({ type }) => (type === 'letterhead' ? 'letterhead' : 'text'),
  );
  return [...letterhead, { type: 'title', text: fill(template.title, vocabulary, facts) }, ...text];
}

function clauseBlocks<Facts>(clause: Clause, number: number, vocabulary: Vocabulary<Facts>, facts: Facts): Block[] {
  const blocks: Block[] = [{ type: 'heading', number, text: fill(clause.heading, vocabulary, facts) }];
  let counted = 0;
  for (const paragraph of clause.paragraphs) {
    const found = aloneIn(paragraph, vocabulary);
    if (found) blocks.push(...found(facts));
    else blocks.push({ type: 'paragraph', number: `${number}.${++counted}`, text: fill(paragraph, vocabulary, facts) });
  }
  return blocks;
}

/** What stands for a placeholder is one line, so that no value begins a paragraph of its own. */
function fill<Facts>(text: string, { placeholders }: Vocabulary<Facts>, facts: Facts): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const placeholder = placeholders[name];
    return placeholder && 'text' in placeholder ? oneLine(placeholder.text(facts)) : whole;
  });
}

function holds<Facts>({ conditions }: Vocabulary<Facts>, when: string, facts: Facts): boolean {
  return conditions[when]?.holds(facts) ?? false;
}

/** The blocks of a paragraph that is nothing but their placeholder. */
function aloneIn<Facts>(
  paragraph: string,
  { placeholders }: Vocabulary<Facts>,
): ((facts: Facts) => readonly Block[]) | null {
  const name = /^\{\{([a-z_]+)\}\}$/.exec(paragraph.trim())?.[1];
  const placeholder = name === undefined ? undefined : placeholders[name];
  return placeholder && 'blocks' in placeholder ? placeholder.blocks : null;
}

/** What is wrong with a template, before anybody signs what it says: for the editor, and for every new version. */
export function lintTemplate<Facts>(template: DocumentTemplate, vocabulary: Vocabulary<Facts>): TemplateProblem[] {
  return [...unreadable(template, vocabulary), ...missing(template, vocabulary)];
}

/** What keeps a template from being printed at all. */
function unreadable<Facts>(template: DocumentTemplate, vocabulary: Vocabulary<Facts>): TemplateProblem[] {
  const codes = template.clauses.map(({ code }) => code);
  const twice = codes.filter((code, index) => codes.indexOf(code) !== index);
  return [
    ...textProblems(template.title, null, undefined, vocabulary),
    ...template.clauses.flatMap((clause) => clauseProblems(clause, vocabulary)),
    ...twice.map((code) => ({ clause: code, message: 'Пункт с таким кодом уже есть' })),
  ];
}

function clauseProblems<Facts>(clause: Clause, vocabulary: Vocabulary<Facts>): TemplateProblem[] {
  const { code, heading, when, paragraphs } = clause;
  const fault = (message: string): TemplateProblem => ({ clause: code, message });
  const unknown = when !== undefined && !Object.hasOwn(vocabulary.conditions, when);
  return [
    ...(unknown ? [fault(`Нет такого условия: ${when}`)] : []),
    ...([heading, ...paragraphs].some((text) => text.trim() === '') ? [fault('Пустой заголовок или абзац')] : []),
    ...[heading, ...paragraphs].flatMap((text) => textProblems(text, code, when, vocabulary)),
  ];
}

function textProblems<Facts>(
  text: string,
  clause: string | null,
  when: string | undefined,
  vocabulary: Vocabulary<Facts>,
): TemplateProblem[] {
  const problems: string[] = [];
  if (/\{\{|\}\}/.test(text.replace(PLACEHOLDER, ''))) problems.push('Скобки {{ }} не закрыты или имя в них неверно');
  for (const name of namesIn(text)) {
    const known = Object.hasOwn(vocabulary.placeholders, name) ? vocabulary.placeholders[name] : undefined;
    if (!known) problems.push(`Нет такой подстановки: {{${name}}}`);
    else if ('blocks' in known && !aloneIn(text, vocabulary)) problems.push(`{{${name}}} стоит в абзаце одна`);
    else if (known.needs !== undefined && known.needs !== when) {
      problems.push(
        `{{${name}}} — только в пункте с условием «${vocabulary.conditions[known.needs]?.label ?? known.needs}»`,
      );
    }
  }
  return problems.map((message) => ({ clause, message }));
}

/** A placeholder without which a document of the kind says too little: it is there wherever it has a value. */
function missing<Facts>(template: DocumentTemplate, vocabulary: Vocabulary<Facts>): TemplateProblem[] {
  const named = new Map<string, (string | undefined)[]>();
  for (const { when, heading, paragraphs } of template.clauses) {
    for (const name of [heading, ...paragraphs].flatMap(namesIn)) named.set(name, [...(named.get(name) ?? []), when]);
  }
  for (const name of namesIn(template.title)) named.set(name, [...(named.get(name) ?? []), undefined]);
  return vocabulary.required
    .filter((name) => !named.get(name)?.includes(vocabulary.placeholders[name]?.needs))
    .map((name) => ({ clause: null, message: `Не хватает: ${vocabulary.placeholders[name]?.label ?? name}` }));
}

/** The names of the placeholders of a template, each once, in the order of its first mention. */
export const placeholdersIn = ({ title, clauses }: Pick<DocumentTemplate, 'title' | 'clauses'>): string[] => [
  ...new Set([title, ...clauses.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])].flatMap(namesIn)),
];

function namesIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}
