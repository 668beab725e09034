import { useState } from 'react';
import { lifeEvents } from '#contract/parties/life-events.ts';
import {
  DOCUMENT_WORDS,
  ENTERED_KINDS,
  ENTERING_WORDS,
  type EnteredKind,
  LIFE_EVENTS,
  OWN_KINDS,
  SINCE_WORDS,
  STATED_DAYS,
} from '#domain/parties/life-event.ts';
import { required } from '#domain/values/validators.ts';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { readDay } from '#web/kit/form/typed.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { Pausable } from './hard-times.tsx';
import { HealthConsent, useHealthCheck } from './health-consent.tsx';
import { PaperField, usePaper } from './paper-field.tsx';
import { pauseTexts } from './pause-texts.ts';
import { lifeTexts as t } from './texts.ts';

const PauseWays = lazyPart(
  () => import('./pause-ways.tsx'),
  (module) => module.PauseWays,
);

/** What is asked of a creditor, among what is told to operators. */
const PAUSE = 'pause';

/** About whom: a person as operators see him, the debtor of an agreement as his creditor does, or whoever states it of himself. */
export type LifeSubject =
  | { individualId: number }
  | { legalEntityId: number; settlementId: number }
  | {
      ownId: number;
      /** The agreement on whose page he tells it. */
      settlement?: Pausable;
    };

/** Who enters it, and in which words. */
function formOf(of: LifeSubject) {
  if ('ownId' in of) {
    const words = { title: t.ownTitle, lead: t.ownLead(STATED_DAYS), sent: t.ownSent };
    return { operation: lifeEvents.enterByDebtor, params: { id: of.ownId }, kinds: OWN_KINDS, ...words };
  }
  if ('legalEntityId' in of) {
    const words = { title: t.entering, lead: t.tellLead, sent: t.sent };
    const params = { id: of.legalEntityId, x: of.settlementId };
    return { operation: lifeEvents.enterByCreditor, params, kinds: ENTERED_KINDS, ...words };
  }
  const words = { title: t.entering, lead: t.enterLead, sent: t.sent };
  return { operation: lifeEvents.enter, params: { id: of.individualId }, kinds: ENTERED_KINDS, ...words };
}

/** The paper that shows it: its debtor reads which one, whoever works with debtors knows. */
const proofOf = (of: LifeSubject, kind: EnteredKind): string =>
  ('ownId' in of && t.ownFiles[kind]) || DOCUMENT_WORDS[kind] || t.file;

/** Somebody enters what has happened, with its document; a second person confirms it. */
export function EnterDialog({ of, onClose }: { of: LifeSubject; onClose: () => void }) {
  const paper = usePaper();
  const isOwn = 'ownId' in of;
  const checkHealth = useHealthCheck({ isOwn });
  const { operation, params, kinds, title, lead, sent } = formOf(of);
  const form = useOperationForm({
    operation,
    params,
    initial: { kind: 'bankruptcy', since: '', comment: '', file: '', consent: '' },
    rules: { since: required() },
    check: ({ kind }) => ({
      ...(isOwn && checkHealth(kind as EnteredKind)),
      ...paper.check(proofOf(of, kind as EnteredKind)),
    }),
    body: ({ kind, since, comment }) => ({
      kind,
      since: readDay(since) ?? '',
      ...(comment.trim() && { comment }),
    }),
    send: paper.send,
    ...closeOnDone(sent, onClose),
  });
  const kind = form.methods.watch('kind') as EnteredKind;
  const [wantsPause, setWantsPause] = useState(false);
  const [hasWantedPause, setHasWantedPause] = useState(false);
  const choices = kinds.map((one) => [one, ENTERING_WORDS[one] ?? LIFE_EVENTS[one]] as const);
  // Of the two forms one is sent, or both are given up.
  const leave = (): void => {
    form.letGo();
    onClose();
  };
  const choose = (value: string): void => {
    setWantsPause(value === PAUSE);
    if (value === PAUSE) setHasWantedPause(true);
    else form.put('kind', value);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <p className="dim">
          {wantsPause ? pauseTexts.door.lead : isOwn && kind === 'contact_ban' ? t.banLead(STATED_DAYS) : lead}
        </p>
        <RadioList
          label={t.kind}
          name="kind"
          choices={isOwn ? [...choices, [PAUSE, pauseTexts.door.choice]] : choices}
          chosen={wantsPause ? PAUSE : kind}
          error={form.field('kind').error}
          onChange={({ target }) => choose(target.value)}
        />
        {/* Whoever looks at another choice finds what he has filled in as he left it. */}
        {isOwn && hasWantedPause && (
          <div hidden={!wantsPause}>
            <PauseWays ownId={of.ownId} settlement={of.settlement} onClose={leave} />
          </div>
        )}
        <div hidden={wantsPause}>
          <Form form={form} action={t.send} onCancel={onClose}>
            <DateField {...form.field('since')} label={t.since} hint={SINCE_WORDS[kind]} autoComplete="off" />
            {isOwn && <HealthConsent kind={kind} error={form.field('consent').error} />}
            <PaperField paper={paper} label={proofOf(of, kind)} error={form.field('file').error} />
            <TextArea {...form.field('comment')} label={t.comment} hint={t.commentHint} maxLength={500} optional />
          </Form>
        </div>
      </div>
    </Dialog>
  );
}
