import type { Result } from '#contract/kernel/op.ts';
import { individuals } from '#contract/parties/individuals.ts';
import { type VerificationStatus, verificationMachine } from '#domain/parties/verification.ts';
import { formatDay, parseDay } from '#domain/values/days.ts';
import { fullName } from '#domain/values/person-name.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { LimitationWarning } from '#web/features/claims/limitation.tsx';
import { OwnSummary, useOwnStep } from '#web/features/claims/own-summary.tsx';
import { OwnTotals } from '#web/features/claims/totals-card.tsx';
import {
  OwnSettlements,
  type Step,
  useClaimsAbove,
  useSettlementStep,
} from '#web/features/settlements/own-settlements.tsx';
import { useRead } from '#web/kit/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { dash } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import styles from './own-overview.module.css';
import { texts } from './texts.ts';

const { own } = texts;

/** What a person sees of himself: the next step first, his data below. */
export default function OwnOverview({ id }: { id: number }) {
  const { data, error, refetch } = useRead(individuals.get, { params: { id } });
  const bargain = useSettlementStep(id);
  const owed = useOwnStep(id);
  const claimsAbove = useClaimsAbove(id);
  const step: Step | undefined = bargain ?? owed;
  // Who is not verified yet cannot answer anybody: his own data come first.
  const isVerified = data?.verificationStatus === 'verified';
  if (error) {
    return (
      <Notice tone="danger">
        {error.message} <Button onClick={() => void refetch()}>{own.retry}</Button>
      </Notice>
    );
  }
  if (!data) return <p role="status">{own.loading}</p>;
  return (
    <div className={`stack ${styles.page}`}>
      <h1>{own.greeting(data.firstName)}</h1>
      <Card className={styles.next}>
        <div className="row spread">
          <h2>{own.next}</h2>
          {/* «Активно» says nothing of what is to be done; before that the status is the very thing to be done. */}
          {!isVerified && <StatusTag of={verificationMachine} status={data.verificationStatus} />}
        </div>
        <p>{data.remarks.length > 0 ? own.returned : firstOf(data.verificationStatus, step?.text)}</p>
        {isVerified && step?.warned && <LimitationWarning of={step.warned} />}
        {isVerified && step && (
          <ButtonLink
            to={step.to}
            {...(step.search && { search: step.search })}
            variant={step.warned ? 'outlined' : 'primary'}
            large
          >
            {step.action}
          </ButtonLink>
        )}
        {!(isVerified && step) && (
          <ButtonLink
            to={`/individual-${id}`}
            variant={data.verificationStatus === 'unverified' ? 'primary' : 'outlined'}
          >
            {data.verificationStatus === 'unverified' ? own.complete : own.open}
          </ButtonLink>
        )}
      </Card>
      <OwnTotals individualId={id} />
      <OwnSettlements individualId={id} />
      <OwnSummary individualId={id} elsewhere={claimsAbove} />
      <Card title={own.data}>
        <dl className={styles.data}>
          {factsOf(data).map(([title, value]) => (
            <Row key={title} title={title} value={value} />
          ))}
        </dl>
      </Card>
    </div>
  );
}

/** Only who is verified has anything to do about debts. */
const firstOf = (status: VerificationStatus, step: string | undefined): string =>
  status === 'verified' ? (step ?? own.steps.verified) : own.steps[status];

function Row({ title, value }: { title: string; value: string }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </>
  );
}

function factsOf(person: Result<typeof individuals.get>): [string, string][] {
  const born = person.birthDate && parseDay(person.birthDate);
  return [
    [own.name, fullName(person)],
    [own.birthDate, born ? formatDay(born) : dash],
    [own.phone, person.phone ? formatPhone(person.phone) : dash],
    [own.email, person.email ?? dash],
    [own.inn, person.inn ?? dash],
    [own.snils, person.snils ?? dash],
  ];
}
