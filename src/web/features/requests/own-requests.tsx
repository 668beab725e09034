import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Operation } from '#contract/kernel/op.ts';
import { ButtonLink, Link } from '#web/ui/link.tsx';
import claimStyles from '../claims/claims.module.css';
import { OwnList } from '../claims/own-list.tsx';
import { useOwnStop } from '../life/own-life.ts';
import { stopTexts } from '../life/stop-texts.ts';

/** The cases that a person has with creditors; a new one is a step of the same page. */
export function OwnRequests<Row extends { id: number }>({
  operation,
  individualId,
  words,
  creation,
  children,
}: {
  operation: Operation;
  individualId: number;
  words: Record<'title' | 'lead' | 'empty' | 'create', string> & { createLead?: string };
  /** The page on which a new one is begun. */
  creation: ReactNode;
  children: (row: Row) => ReactNode;
}) {
  const { step }: { step?: string } = useSearch({ strict: false });
  const stop = useOwnStop(individualId);
  if (step === 'new' && !stop) return creation;
  // Who may agree on nothing new begins nothing here; what goes on stays in its place.
  const create = stop ? (
    <p>{stopTexts.own(stop, null)}</p>
  ) : (
    <div className="stack-tight">
      <ButtonLink to="." search={{ step: 'new' }} variant={words.createLead ? 'outlined' : 'primary'} large>
        {words.create}
      </ButtonLink>
      {words.createLead && <p className="dim small">{words.createLead}</p>}
    </div>
  );
  return (
    <OwnList
      operation={operation}
      individualId={individualId}
      words={stop ? { ...words, empty: stopTexts.nothing } : words}
      actions={create}
    >
      {children}
    </OwnList>
  );
}

/** A step of a person's list: what he begins there, under the way back. */
export function NewRequestStep({
  words: { back, title, lead },
  children,
}: {
  words: Record<'back' | 'title' | 'lead', string>;
  children: ReactNode;
}) {
  return (
    <div className={`stack ${claimStyles.page}`}>
      <Link to="." search={{}}>
        {back}
      </Link>
      <div>
        <h1>{title}</h1>
        <p className="dim">{lead}</p>
      </div>
      {children}
    </div>
  );
}
