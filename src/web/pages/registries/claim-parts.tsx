import type { ComponentProps } from 'react';
import { contractKinds, stages } from '#domain/registries/registry-lists.ts';
import { labelOf } from '#domain/values/choice.ts';
import { isDenied } from '#web/features/claims/bailiffs.tsx';
import { bailiffTexts } from '#web/features/claims/bailiffs-texts.ts';
import { AssignmentDeed } from '#web/features/settlements/assignment/assignment-deed.tsx';
import { AssignmentNotice } from '#web/features/settlements/assignment/assignment-notice.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { type Fact, Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatDayOf, formatMoneyOf, formatPercent } from '#web/ui/format.ts';
import styles from './claim-parts.module.css';
import { texts } from './texts.ts';

const t = texts.entry;
const words = bailiffTexts.stage;

/** What a claim says of its contract, to whoever looks at it. */
interface Contract {
  contractNumber: string;
  contractDate: string;
  contractKind: string;
  issuedAmount: number | null;
  rateBps: number | null;
  contractEnd: string | null;
  overdueFrom: string;
  stage: string;
  caseNo: string | null;
  court: string | null;
  enforcement: Parameters<typeof isDenied>[0];
}

/** The contract behind a claim; what the file did not say is left out. */
export function ContractCard({
  claim,
  more = [],
  isOwn = false,
}: {
  claim: Contract;
  more?: readonly Fact[];
  /** Its debtor reads it. */
  isOwn?: boolean;
}) {
  const facts: Fact[] = [
    { label: t.facts.number, value: claim.contractNumber },
    { label: t.facts.date, value: formatDayOf(claim.contractDate) },
    { label: t.facts.kind, value: labelOf(contractKinds, claim.contractKind) },
    { label: t.facts.issued, value: claim.issuedAmount !== null && formatMoneyOf(claim.issuedAmount) },
    { label: t.facts.rate, value: claim.rateBps !== null && formatPercent(claim.rateBps) },
    { label: t.facts.end, value: claim.contractEnd && formatDayOf(claim.contractEnd) },
    { label: t.facts.overdueFrom, value: formatDayOf(claim.overdueFrom) },
    { label: t.facts.stage, value: stageOf(claim, isOwn) },
    { label: t.facts.case, value: claim.caseNo },
    { label: t.facts.court, value: claim.court },
    ...more,
  ];
  return (
    <Card title={t.contract}>
      <Facts items={facts.filter(({ value }) => Boolean(value))} />
    </Card>
  );
}

/** How far the collection has come: bailiffs are the word of the creditor, which the debtor may deny (docs/decisions/0146). */
function stageOf({ stage, enforcement }: Contract, isOwn: boolean): string {
  const label = labelOf(stages, stage);
  if (stage !== 'enforcement') return label;
  const isNone = isDenied(enforcement);
  if (isOwn) return words[isNone ? 'denied' : 'said'](label);
  return isNone ? words.deniedByDebtor(label) : label;
}

interface Chain {
  id: number;
  legalEntityId: number;
  registryId: number;
  creditor: string;
  basis: 'original' | 'cession' | 'agent';
  cedentName: string | null;
  cedentInn: string | null;
  cessionRef: string | null;
  cessionNotice: string | null;
  assignmentNotice: ComponentProps<typeof AssignmentNotice>['notice'] | null;
  assignmentDeed: ComponentProps<typeof AssignmentDeed>['claim']['assignmentDeed'];
  others: readonly { creditor: string | null }[];
}

/** Whose the claim was and whose it is now, and by which deed it changed hands. */
export function ChainCard({
  claim,
  title = t.chain.title,
  isOwn = false,
}: {
  claim: Chain;
  title?: string;
  /** Its debtor reads it. */
  isOwn?: boolean;
}) {
  const { id, creditor, basis, cedentName, cedentInn, cessionRef, cessionNotice, assignmentNotice, others } = claim;
  const reader = isOwn ? 'own' : 'others';
  const names = others.flatMap((other) => other.creditor ?? []);
  return (
    <Card title={title}>
      <ol className={styles.chain}>
        {basis === 'cession' && (
          <li>
            <span className="dim small">{t.chain.cedent}</span>
            <strong>{cedentName}</strong>
            {cedentInn && <span className="dim small">{t.chain.inn(cedentInn)}</span>}
          </li>
        )}
        <li>
          <span className="dim small">{chainRole[basis]}</span>
          <strong>{creditor}</strong>
          {basis === 'cession' && (
            <>
              {cessionRef && <span className="small">{t.chain.deed(cessionRef)}</span>}
              <span className="small">
                {cessionNotice ? t.chain.noticed[reader](formatDayOf(cessionNotice)) : t.chain.notNoticed[reader]}
              </span>
            </>
          )}
        </li>
      </ol>
      {isOwn && basis === 'cession' && <p className="small">{t.chain.rights}</p>}
      {assignmentNotice && <AssignmentNotice entryId={id} notice={assignmentNotice} />}
      {basis === 'cession' && cessionRef && <AssignmentDeed claim={claim} />}
      {others.length > 0 && (
        <Notice tone="warning">{names.length > 0 ? t.chain.othersKnown(names.join(', ')) : t.chain.others}</Notice>
      )}
    </Card>
  );
}

const chainRole = { original: t.chain.first, cession: t.chain.now, agent: t.chain.agent };
