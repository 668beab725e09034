import type { ReactNode } from 'react';
import type { Request as Given, Operation } from '#contract/kernel/op.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { Breadcrumbs } from '#web/kit/page/breadcrumbs.tsx';
import { usePageTitle } from '#web/kit/page/page-title.ts';
import type { Href } from '#web/ui/href.ts';
import claimStyles from '../claims/claims.module.css';
import { requestTexts } from './request-texts.ts';

const t = requestTexts;

/** A case as the person sees it whose it is, on a phone first. */
export function OwnRequestFrame({
  section,
  title,
  tabTitle = title,
  status,
  about,
  children,
}: {
  /** The list that it belongs to. */
  section: { to: Href; title: string };
  title: string;
  /** What the browser's tab says. */
  tabTitle?: string;
  status: ReactNode;
  /** Which one it is, in a line under its title. */
  about?: string;
  children: ReactNode;
}) {
  usePageTitle(tabTitle);
  return (
    <div className={`stack ${claimStyles.page}`}>
      <Breadcrumbs above={[section]} here={title} />
      <div>
        <div className="row spread">
          <h1>{title}</h1>
          {status}
        </div>
        {about && <p className="dim">{about}</p>}
      </div>
      {children}
    </div>
  );
}

/** Puts a case away, or brings it back, as far as its moves allow. */
export function ArchiveButton<Away extends Operation, Back extends Operation>({
  moves,
  operations: { archive, restore },
  input,
}: {
  moves: readonly string[];
  operations: { archive: Away; restore: Back };
  input: Given<Away> & Given<Back>;
}) {
  return (
    <>
      {moves.includes('archive') && <MoveButton operation={archive} input={input} {...t.archive} />}
      {moves.includes('restore') && <MoveButton operation={restore} input={input} {...t.restore} />}
    </>
  );
}
