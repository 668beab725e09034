import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { autopayments } from '#contract/money/autopayments.ts';
import { ConsentNeeded, useNeeded } from '#web/features/consents/needed.tsx';
import { useFollow, useWrite } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { ExternalLink } from '#web/ui/display/external-link.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { Attempts } from './autopayment-attempts.tsx';
import { autopaymentTexts as t } from './autopayment-texts.ts';

type Autopayment = Result<typeof autopayments.get>;
type Channel = NonNullable<Autopayment['channel']>;

interface Of {
  id: number;
  individualId: number;
}
const inputOf = ({ id, individualId }: Of) => ({ params: { id: individualId, loanId: id } });

const isUnderWay = ({ status, attempts }: Autopayment): boolean =>
  status === 'created' || attempts.some((one) => one.status === 'sent');

/** Whether payments of an agreement are taken by themselves: switched on with a consent and at the partner's, off by one button. */
export function AutopaymentCard({ settlement }: { settlement: Of }) {
  const { data } = useFollow(autopayments.get, isUnderWay, inputOf(settlement));
  // The consent and the choice are asked of whoever wants it: the page has other things to say.
  const [wants, setWants] = useState(false);
  // What stands in the way the page says elsewhere.
  if (!data || (data.status === null && data.obstacle !== null)) return null;
  return (
    <Card title={t.title}>
      <Standing autopayment={data} />
      {data.moves.includes('switchOn') && !wants && (
        <div>
          <Button onClick={() => setWants(true)}>{t.want}</Button>
        </div>
      )}
      {data.moves.includes('switchOn') && wants && <SwitchOn settlement={settlement} />}
      {data.moves.includes('switchOff') && (
        <div>
          <MoveButton
            operation={autopayments.switchOff}
            input={inputOf(settlement)}
            label={data.status === 'created' ? t.cancel : t.switchOff}
            done={({ attempts }) => (attempts.some((one) => one.status === 'sent') ? t.stillSent : t.off)}
          />
        </div>
      )}
      <Attempts attempts={data.attempts} />
    </Card>
  );
}

function Standing({ autopayment }: { autopayment: Autopayment }) {
  const { status, channel, mask, bindUrl, partnerSilent, reason, next, obstacle, moves } = autopayment;
  if (status === 'created')
    return (
      <>
        {partnerSilent && <Notice tone="warning">{t.silent}</Notice>}
        {bindUrl === null && !partnerSilent && <p role="status">{t.binding}</p>}
        {bindUrl !== null && (
          <>
            <ExternalLink href={bindUrl} variant="primary" large>
              {t.bind}
            </ExternalLink>
            <p className="dim small">{t.waits}</p>
          </>
        )}
      </>
    );
  if (status === 'on')
    return (
      <>
        {channel && <p>{t.from(channel, mask)}</p>}
        {obstacle !== null && <Notice tone="warning">{t.stops(obstacle)}</Notice>}
        <ConsentNeeded kind="autopayment" />
        {next && <p>{t.next(next)}</p>}
        <p className="dim small">{t.today}</p>
      </>
    );
  return (
    <>
      {status === 'failed' && reason !== null && <Notice tone="warning">{t.failed(reason)}</Notice>}
      {status === 'off' && reason !== null && <p>{t.was(reason)}</p>}
      {moves.includes('switchOn') && (
        <>
          <p className="dim">{t.lead}</p>
          <p className="dim">{t.free}</p>
        </>
      )}
    </>
  );
}

function SwitchOn({ settlement }: { settlement: Of }) {
  const [channel, setChannel] = useState<Channel>('card');
  const lacksConsent = useNeeded('autopayment') !== undefined;
  const begin = useWrite(autopayments.switchOn, {
    done: () => notify({ severity: 'success', summary: t.begun }),
  });
  return (
    <>
      <ConsentNeeded kind="autopayment" />
      <RadioList
        label={t.channel}
        name="autopayment-channel"
        choices={Object.entries(t.channels)}
        chosen={channel}
        onChange={({ target }) => setChannel(target.value === 'sbp' ? 'sbp' : 'card')}
      />
      {begin.error && <Notice tone="danger">{begin.error.message}</Notice>}
      <Button
        busy={begin.isPending}
        closed={lacksConsent ? t.needsConsent : undefined}
        onClick={() => begin.mutate({ ...inputOf(settlement), body: { channel } })}
      >
        {t.switchOn}
      </Button>
    </>
  );
}
