import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { registries } from '#contract/registries/registries.ts';
import { leavesNoOtherEnd } from '#domain/parties/life-outcome.ts';
import { timeZones } from '#domain/places/time-zones.ts';
import { registryEntryMachine, rejectReasons } from '#domain/registries/registry-entry.ts';
import { contactFlags } from '#domain/registries/registry-lists.ts';
import { categoriesOf, categoryWords } from '#domain/settlements/price/full-cost-cap.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import { labelOf } from '#domain/values/choice.ts';
import { daysBetween, toDay } from '#domain/values/days.ts';
import { fullName } from '#domain/values/person-name.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { CreditorBailiffs } from '#web/features/claims/bailiffs.tsx';
import { ClaimParts } from '#web/features/claims/debt-parts.tsx';
import { RestoredClaim } from '#web/features/claims/restored-claim.tsx';
import { debtTexts } from '#web/features/claims/texts.ts';
import { ContactWeek } from '#web/features/contacts/week-card.tsx';
import { CreditorNext } from '#web/features/life/creditor-next.tsx';
import { acting, stopping } from '#web/features/life/running-events.ts';
import { EntryMoments, EntryNotices, MoreHistory } from '#web/features/registries/entry-history.tsx';
import { entryTexts } from '#web/features/registries/entry-texts.ts';
import { useRead } from '#web/kit/data/query.ts';
import { DetailPage, historyTab } from '#web/kit/detail/page.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { StatusTag, Tag } from '#web/ui/display/tag.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { ChainCard, ContractCard } from './claim-parts.tsx';
import { texts } from './texts.ts';

const LifeList = lazyPart(
  () => import('#web/features/life/life-list.tsx'),
  (module) => module.LifeList,
);

const EntryVersions = lazyPart(
  () => import('./entry-versions.tsx'),
  (module) => module.EntryVersions,
);

const RevealDialog = lazyPart(
  () => import('#web/kit/parts/reveal-dialog.tsx'),
  (module) => module.RevealDialog,
);
const WithdrawDialog = lazyPart(
  () => import('#web/features/registries/withdraw-dialog.tsx'),
  (module) => module.WithdrawDialog,
);

const t = texts.entry;

type Params = { id: number; r: number; e: number };
type Entry = Result<typeof registries.entry>;
type Revealed = Partial<Result<typeof registries.reveal>>;

/** A claim as its creditor and the operators see it. */
export function EntryCard({ params }: { params: Params }) {
  const read = useRead(registries.entry, { params });
  return <WithObject read={read}>{(entry) => <Claim key={entry.id} entry={entry} params={params} />}</WithObject>;
}

function Claim({ entry, params }: { entry: Entry; params: Params }) {
  return (
    <DetailPage
      above={[
        { to: '/dashboard/registries-entries', title: t.section },
        {
          to: `/registry-${entry.legalEntityId}-${entry.registryId}`,
          title: entryTexts.ofRegistry(entry.registryNumber),
        },
      ]}
      title={`${fullName(entry)} · ${t.title(entry.contractNumber)}`}
      status={<Status entry={entry} />}
      figures={[...figuresOf(entry), [t.figures.creditor, entry.creditor]]}
      actions={<Withdrawing entry={entry} params={params} />}
      notices={<Notices entry={entry} />}
      tabs={[
        { key: 'claim', title: t.tabs.claim, content: <ClaimTab entry={entry} /> },
        { key: 'debtor', title: t.tabs.debtor, content: <Debtor entry={entry} params={params} /> },
        { key: 'contacts', title: t.tabs.contacts, content: <ContactWeek params={params} /> },
        {
          key: historyTab,
          title: t.tabs.history,
          content: (
            <>
              <EntryNotices notices={entry.notices} />
              <EntryMoments moments={entry.moments} />
              <EntryVersions versions={entry.versions} />
              <MoreHistory of={entry} />
            </>
          ),
        },
      ]}
      timeline={
        <div className="stack">
          <EntryNotices notices={entry.notices} />
          <EntryMoments moments={entry.moments.slice(0, 5)} />
        </div>
      }
    />
  );
}

/** What is agreed about a claim says more of it than whether its debtor has answered. */
function Status({ entry: { withdrawnAt, status, settlement } }: { entry: Entry }) {
  if (withdrawnAt) return <Tag tone="neutral">{entryTexts.withdrawn}</Tag>;
  if (!settlement) return <StatusTag of={registryEntryMachine} status={status} />;
  // One that is closed and still told of was kept.
  return <StatusTag of={settlementMachine} status={settlement.status === 'closed' ? 'paid' : settlement.status} />;
}

/** What is owed and for how long, both on the day for which the creditor counted them; of what is agreed, how much of it is paid. */
function figuresOf(entry: Entry): [string, string][] {
  const { totalAmount, overdueFrom, settlement, withdrawnAt } = entry;
  const day = formatDayOf(entry.asOf);
  const total: [string, string] = [t.figures.total(day), formatMoneyOf(totalAmount)];
  if (!settlement?.isSigned || withdrawnAt) {
    const days = Math.max(0, daysBetween(toDay(overdueFrom), toDay(entry.asOf)));
    return [total, [t.figures.overdue(day), debtTexts.overdue(days)]];
  }
  const { status, left, paid, paidOn } = settlement;
  return [
    ...(status === 'waiting_for_payment' ? [[t.figures.left, formatMoneyOf(left)] as [string, string]] : []),
    [t.figures.paid, formatMoneyOf(paid)],
    ...(paidOn ? [[t.figures.paidOn, formatDayOf(paidOn)] as [string, string]] : []),
    total,
  ];
}

/** The one state of a claim: from it follow what its banners say, what comes next and whether it may be withdrawn. */
function stateOf({ withdrawnAt, settled, frozen }: Entry): 'withdrawn' | 'settled' | 'frozen' | 'open' {
  if (withdrawnAt) return 'withdrawn';
  if (settled) return 'settled';
  return frozen ? 'frozen' : 'open';
}

/** What comes next, and what else is to be known of the claim. */
function Notices({ entry }: { entry: Entry }) {
  const state = stateOf(entry);
  if (state === 'withdrawn') return <Notice tone="warning">{t.withdrawn}</Notice>;
  const life = acting(entry.life);
  return (
    <>
      {life.length > 0 && <LifeList items={life} individualId={entry.individualId ?? 0} />}
      {state !== 'settled' && <CreditorNext life={life} debt={entry} />}
      {state === 'open' && (
        <Notice>
          <strong>{t.next}.</strong> {t.steps[entry.status]}
          {entry.answerBy && ` ${t.answerBy(formatDayOf(entry.answerBy))}`}
          {entry.rejectReason && ` ${t.rejected(rejectReasons[entry.rejectReason], entry.rejectComment)}`}
        </Notice>
      )}
      {(state === 'settled' || state === 'frozen') && <Agreed entry={entry} state={state} />}
      {entry.stale && <Notice tone="warning">{t.stale}</Notice>}
      {state !== 'settled' && entry.limitation === 'may_be_over' && <Notice tone="warning">{t.limitation}</Notice>}
      {entry.simpleEntry?.wasRejected && <Notice tone="warning">{t.wasRejected}</Notice>}
    </>
  );
}

/** What is bargained, agreed or paid about a claim, with the way there. */
function Agreed({ entry: { settlement }, state }: { entry: Entry; state: 'settled' | 'frozen' }) {
  if (!settlement) return <Notice tone={state === 'settled' ? 'success' : 'warning'}>{t[state]}</Notice>;
  const { id, status, isSigned, left, paid, paidOn } = settlement;
  const isDone = state === 'settled' || status === 'paid';
  const [all, day] = [formatMoneyOf(paid), formatDayOf(paidOn)];
  const done = paidOn === null ? t.settled : state === 'settled' ? t.settledBy(all, day) : t.paid(all, day);
  const open = isSigned ? t.agreed(formatMoneyOf(left), all) : t.bargained;
  return (
    <Notice tone={isDone ? 'success' : 'warning'}>
      {isDone ? done : open} <Link to={`/settlement-${id}`}>{t.toSettlement}</Link>
    </Notice>
  );
}

function ClaimTab({ entry }: { entry: Entry }) {
  const { minAmount, maxPayments, externalId, comment } = entry;
  return (
    <>
      <Card title={t.debt}>
        <ClaimParts claim={entry} />
      </Card>
      <ContractCard
        claim={entry}
        more={[
          { label: t.facts.category, value: categoryOf(entry) },
          { label: t.facts.minAmount, value: minAmount !== null && formatMoneyOf(minAmount) },
          { label: t.facts.maxPayments, value: maxPayments },
          { label: t.facts.externalId, value: externalId },
          { label: t.facts.comment, value: comment },
        ]}
      />
      <RestoredClaim claim={entry} />
      <CreditorBailiffs claim={entry} />
      <ChainCard claim={entry} />
    </>
  );
}

/** By which average of the Bank of Russia the price of its agreements is judged; nothing of a debt for services. */
function categoryOf({ contractKind, contractDate, contractEnd }: Entry): string {
  const categories = categoriesOf({
    contractKind,
    contractDate: toDay(contractDate),
    contractEnd: contractEnd === null ? null : toDay(contractEnd),
  });
  return categories.length > 2 ? t.anyCategory : categoryWords(categories);
}

const hideable = ['debtorInn', 'phone', 'phone2', 'email', 'passport', 'snils', 'regAddress'] as const;

/** The debtor as the creditor has told of him; what is masked is shown for a reason. */
function Debtor({ entry, params }: { entry: Entry; params: Params }) {
  const [revealed, setRevealed] = useState<Revealed>({});
  const known = hideable.filter((field) => entry[field] !== null);
  const whole = (field: (typeof hideable)[number]): string | null => revealed[field] ?? entry[field];
  const phone = (field: 'phone' | 'phone2') => {
    const number = whole(field);
    return number && formatPhone(number);
  };
  const reveal = () =>
    openDialog((close) => (
      <RevealDialog
        operation={registries.reveal}
        params={params}
        fields={known}
        lead={t.debtor.revealLead}
        onShown={setRevealed}
        onClose={close}
      />
    ));
  return (
    <Card title={t.debtor.title}>
      <Facts
        items={[
          { label: t.debtor.name, value: fullName(entry) },
          { label: t.debtor.birthDate, value: formatDayOf(entry.birthDate) },
          { label: t.debtor.inn, value: whole('debtorInn') },
          { label: t.debtor.phone, value: phone('phone') },
          { label: t.debtor.phone2, value: phone('phone2') },
          { label: t.debtor.email, value: whole('email') },
          { label: t.debtor.passport, value: whole('passport') },
          { label: t.debtor.snils, value: whole('snils') },
          { label: t.debtor.regAddress, value: whole('regAddress') },
          { label: t.debtor.tz, value: labelOf(timeZones, entry.tz) },
          { label: t.debtor.contactFlag, value: labelOf(contactFlags, entry.contactFlag) },
          { label: t.debtor.account, value: <Account individualId={entry.individualId} /> },
        ]}
      />
      <Can op={registries.reveal} params={params}>
        <div>
          <Button onClick={reveal}>{t.debtor.reveal}</Button>
        </div>
      </Can>
    </Card>
  );
}

function Account({ individualId }: { individualId: number | null }) {
  if (individualId === null) return t.debtor.notFound;
  return <Link to={`/individual-${individualId}`}>{t.debtor.found}</Link>;
}

function Withdrawing({ entry, params }: { entry: Entry; params: Params }) {
  const state = stateOf(entry);
  if (state === 'withdrawn') return null;
  // Nothing else ends what is agreed about a debt whose debtor is dead (docs/decisions/0211). Whether he may end it the server says.
  const last = acting(entry.life).filter(({ kind }) => leavesNoOtherEnd(kind));
  const endsAgreement = state === 'frozen' && stopping(last, 'bargaining') !== undefined;
  const withdraw = () =>
    openDialog((close) => (
      <WithdrawDialog
        operation={registries.withdrawEntry}
        params={params}
        version={entry.version}
        words={endsAgreement ? { ...t.withdraw, lead: t.withdraw.leadAgreed } : t.withdraw}
        onClose={close}
      />
    ));
  return (
    <Can op={registries.withdrawEntry} params={params}>
      <Button variant="danger" closed={state === 'open' || endsAgreement ? undefined : t[state]} onClick={withdraw}>
        {t.withdraw.action}
      </Button>
    </Can>
  );
}
