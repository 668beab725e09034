import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { registryEntryMachine, rejectReasons } from '#domain/registries/registry-entry.ts';
import { contactFlags } from '#domain/registries/registry-lists.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { claimHref } from '#web/features/claims/claim-link.tsx';
import { EntryMoments, EntryNotices, MoreHistory } from '#web/features/registries/entry-history.tsx';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatDayOf, formatInstant, formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { SimpleRow } from './entries-list.tsx';
import { texts } from './texts.ts';

const RevealDialog = lazyPart(
  () => import('#web/kit/parts/reveal-dialog.tsx'),
  (module) => module.RevealDialog,
);
const WithdrawDialog = lazyPart(
  () => import('#web/features/registries/withdraw-dialog.tsx'),
  (module) => module.WithdrawDialog,
);

const t = texts.entry;
type Entry = Result<typeof simpleRegistries.entry>;
type Revealed = Partial<Result<typeof simpleRegistries.reveal>>;

/** An entry of a simple registry at a glance: who, what he has answered, how he was told. */
export function SimpleEntryPreview({ row }: { row: SimpleRow }) {
  const params = { id: row.legalEntityId, r: row.registryId, e: row.id };
  const read = useRead(simpleRegistries.entry, { params });
  return <WithObject read={read}>{(entry) => <Glance entry={entry} params={params} />}</WithObject>;
}

function Glance({ entry, params }: { entry: Entry; params: { id: number; r: number; e: number } }) {
  const [revealed, setRevealed] = useState<Revealed>({});
  const { fullEntry, email, withdrawnAt, approxAmount, rejectReason, decisionAt } = entry;
  return (
    <div className="stack">
      <div>
        <StatusTag of={registryEntryMachine} status={entry.status} />
      </div>
      <Facts
        items={[
          { label: t.facts.decision, value: decisionAt && formatInstant(decisionAt) },
          ...(rejectReason ? [{ label: t.facts.reason, value: rejectReasons[rejectReason] }] : []),
          ...(entry.rejectComment ? [{ label: t.facts.comment, value: entry.rejectComment }] : []),
          { label: t.facts.answerBy, value: !fullEntry && entry.answerBy && formatDayOf(entry.answerBy) },
          { label: t.facts.contract, value: entry.contractNumber },
          { label: t.facts.amount, value: approxAmount !== null && formatMoneyOf(approxAmount) },
          { label: t.facts.inn, value: revealed.debtorInn ?? entry.debtorInn },
          { label: t.facts.phone, value: formatPhone(revealed.phone ?? entry.phone) },
          { label: t.facts.email, value: revealed.email ?? email },
          { label: t.facts.birthDate, value: entry.birthDate && formatDayOf(entry.birthDate) },
          {
            label: t.facts.contactFlag,
            value: contactFlags.find(({ code }) => code === entry.contactFlag)?.label,
          },
          { label: t.facts.externalId, value: entry.externalId },
          { label: t.facts.note, value: entry.comment },
        ].filter(({ value }) => Boolean(value))}
      />
      {fullEntry && (
        <ButtonLink to={claimHref({ ...fullEntry, legalEntityId: entry.legalEntityId })}>{t.full}</ButtonLink>
      )}
      <Can op={simpleRegistries.reveal} params={params}>
        <Button
          onClick={() =>
            openDialog((close) => (
              <RevealDialog
                operation={simpleRegistries.reveal}
                params={params}
                fields={['debtorInn', 'phone', ...(email === null ? [] : ['email'])]}
                lead={t.revealLead}
                onShown={setRevealed}
                onClose={close}
              />
            ))
          }
        >
          {t.reveal}
        </Button>
      </Can>
      {!withdrawnAt && (
        <Can op={simpleRegistries.withdrawEntry} params={params}>
          <Button
            variant="danger"
            onClick={() =>
              openDialog((close) => (
                <WithdrawDialog
                  operation={simpleRegistries.withdrawEntry}
                  params={params}
                  version={entry.version}
                  words={t.withdraw}
                  onClose={close}
                />
              ))
            }
          >
            {t.withdraw.action}
          </Button>
        </Can>
      )}
      <EntryNotices notices={entry.notices} />
      <EntryMoments moments={entry.moments} />
      <MoreHistory of={entry} />
    </div>
  );
}
