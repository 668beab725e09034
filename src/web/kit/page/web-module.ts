import type { LucideIcon } from 'lucide-react';
import type { Needs, OperationCode } from '#contract/codes.ts';
import type { Result } from '#contract/kernel/op.ts';
import type { search } from '#contract/platform/search.ts';
import type { Me } from '../session/session.ts';
import type { frameTexts } from './texts.ts';

export type SectionGroup = keyof typeof frameTexts.groups;

/** The place of a page in the menu and in the palette. It is there for those whom the page is for. */
export interface Section {
  group: SectionGroup;
  icon: LucideIcon;
  /** What the section is called where the title of the page is too long for the menu. */
  title?: string;
  /** In whose menu it is when that is not all of them: who may do this, or nobody. */
  menu?: OperationCode | 'nobody';
  /** For whom the section is, where the page is open to everybody who is signed in. */
  needs?: Needs;
}

/** What a page says about itself; the guards, the layouts, the menu and the title read it. */
export interface PageData {
  /** The title of the browser tab, before « · Уговор». */
  title: string;
  /** The title for an individual, to whom the page shows only what is his own; `title` for all others. */
  titleForIndividual?: string;
  /** `other` unless told. */
  layout?: 'dashboard' | 'other';
  /** Open to anonymous people. */
  open?: true;
  /** The validity rule of the page: failing it is 404. */
  isValid?: (params: Record<string, string>) => boolean;
  /** Route rule: for whom the page is. */
  needs?: Needs;
  /** Further rules of the page, by the names they have in guards.ts. */
  rules?: readonly string[];
  section?: Section;
}

/** A page of a module: the path, and the file under `src/web/pages` that draws it. */
export interface Page<Path extends string = string> extends PageData {
  path: Path;
  file: string;
}

export type SearchHit = Result<typeof search.find>['items'][number];

/** A kind of objects that the palette finds. */
export interface Finds {
  kind: SearchHit['kind'];
  icon: LucideIcon;
  /** Where it opens. */
  addressOf: (hit: SearchHit, me: Me | undefined) => string;
  /** What several of them are called. */
  group: string;
  /** The path of the page with the list of them, which is searched by the same words; left out where each is in a list of its own. */
  list?: string;
  /** The number by which those find it who may ask for its list. */
  number?: { title: string; needs: Needs };
}

/** Everything that the application must know of a module. Its `module.ts` says it, by which `npm run docs` finds it. */
export interface WebModule {
  pages: readonly Page[];
  finds?: readonly Finds[];
}

export const webModule = <const Path extends string>(
  module: WebModule & { pages: readonly Page<Path>[]; finds?: readonly (Finds & { list?: NoInfer<Path> })[] },
) => module;

/** The query of a list's address, without «?», by which the list opens searched by a name, with the preview of a row beside it. */
export const previewQuery = (id: number, name: string): string =>
  String(new URLSearchParams({ q: name, preview: String(id) }));
