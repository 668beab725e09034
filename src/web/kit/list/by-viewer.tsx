import { type ReactNode, useState } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import type { Page } from '#web/kit/lazy-page.tsx';
import { accessTo } from '../session/access.ts';
import { currentCompany, useCompany } from '../session/company.ts';
import { currentMe, useMe } from '../session/session.ts';
import type { ListDefinition } from './definition.ts';
import { askRows } from './page.tsx';
import { ListScreen } from './screen.tsx';
import { texts } from './texts.ts';

interface ByViewer<All extends Operation, Part extends Operation> {
  /** What a person sees of it; without it he sees what his rights allow. */
  own?: (individualId: number) => ReactNode;
  all: ListDefinition<All>;
  /** The list of a company, or how its employees see it where that is more than one list. */
  ofCompany: ((legalEntityId: number) => ListDefinition<Part>) | { page: (legalEntityId: number) => ReactNode };
}

/** A page with a list of which everybody sees his part: a person his own rows, an employee his company's, an operator all. */
export const pageByViewer = <All extends Operation, Part extends Operation>(lists: ByViewer<All, Part>): Page =>
  Object.assign(() => <ListByViewer {...lists} />, { prefetch: () => askByViewer(lists) });

async function askByViewer<All extends Operation, Part extends Operation>({
  all,
  ofCompany,
}: ByViewer<All, Part>): Promise<void> {
  const company = currentCompany();
  if (accessTo(all.operation, currentMe()) !== 'no') return askRows(all);
  if (company && typeof ofCompany === 'function') await askRows(ofCompany(company.id));
}

function ListByViewer<All extends Operation, Part extends Operation>({ own, all, ofCompany }: ByViewer<All, Part>) {
  const me = useMe();
  const company = useCompany();
  if (me?.individualId && own) return own(me.individualId);
  if (accessTo(all.operation, me) !== 'no') return <ListScreen list={all} />;
  if (!company) {
    return (
      <div className="stack">
        <h1>{all.title}</h1>
        <p className="dim">{texts.noCompany}</p>
      </div>
    );
  }
  return typeof ofCompany === 'function' ? (
    <ListAbout make={ofCompany} about={[company.id]} />
  ) : (
    ofCompany.page(company.id)
  );
}

interface AboutProps<O extends Operation, Ids extends number[]> {
  /** Asked once for each of them. */
  make: (...about: Ids) => ListDefinition<O>;
  /** The objects by their numbers, as `make` takes them. */
  about: Ids;
  /** It is a part of a page that has a title of its own. */
  part?: boolean;
}

/** A list about certain objects; it is another one when it is about others. */
export const ListAbout = <O extends Operation, Ids extends number[]>(props: AboutProps<O, Ids>) => (
  <Made key={props.about.join()} {...props} />
);

function Made<O extends Operation, Ids extends number[]>({ make, about, part = false }: AboutProps<O, Ids>) {
  const [list] = useState(() => make(...about));
  return <ListScreen list={list} part={part} />;
}
