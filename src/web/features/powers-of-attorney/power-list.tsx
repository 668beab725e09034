import { type ReactNode, useState } from 'react';
import { powersOfAttorney } from '#contract/access/powers-of-attorney.ts';
import { isServed } from '#contract/kernel/file.ts';
import { companyFolders } from '#contract/parties/files.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { FileDialog } from '#web/kit/files/file-dialog.tsx';
import { UploadButton } from '#web/kit/files/upload-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { formatDayOf, formatInstantDay } from '#web/ui/format.ts';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { EmployeeMembership, Power } from './power.ts';
import { PowerDialog, RevokeDialog } from './power-dialogs.tsx';
import { powerTexts as t } from './texts.ts';

/** What an employee may sign for a company, with what may be done about it: the newest first, revoked ones stay. */
export function PowersOfEmployee({
  legalEntityId,
  membershipId,
  employeeId,
}: EmployeeMembership & { employeeId: number }) {
  const params = { id: legalEntityId, employeeId: membershipId };
  const read = useRead(powersOfAttorney.list, { params });
  // Nobody gives a power of attorney to himself (ГК РФ, ст. 182, п. 3).
  const isOwn = useMe()?.employeeId === employeeId;
  return (
    <div className="stack-tight">
      <WithObject read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="dim">{t.none}</p>
          ) : (
            items.map((power) => <PowerFacts key={power.id} power={power} actions={<PowerActions power={power} />} />)
          )
        }
      </WithObject>
      {!isOwn && (
        <Can op={powersOfAttorney.add} params={params}>
          <div>
            <Button
              onClick={() =>
                openDialog((close) => <PowerDialog membership={{ legalEntityId, membershipId }} onClose={close} />)
              }
            >
              {t.add}
            </Button>
          </div>
        </Can>
      )}
    </div>
  );
}

/** What the viewer himself may sign, on his own page; nothing is shown before it has come. */
export function OwnPowers() {
  const { data } = useRead(powersOfAttorney.own, {});
  if (!data) return null;
  return (
    <Card title={t.ownTitle}>
      <p className="dim">{data.items.length === 0 ? t.ownNone : t.ownLead}</p>
      {data.items.map((power) => (
        <PowerFacts key={power.id} power={power} company />
      ))}
    </Card>
  );
}

function statusText({ status, isInForce, issuedOn }: Power): ReactNode {
  if (status === 'revoked') return <Tag tone="danger">{t.revoked}</Tag>;
  if (isInForce) return <Tag tone="success">{t.inForce}</Tag>;
  const isComing = issuedOn > serverDay();
  return <Tag tone="neutral">{isComing ? t.notYet : t.over}</Tag>;
}

function PowerFacts({ power, company = false, actions }: { power: Power; company?: boolean; actions?: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const { number, issuedOn, validUntil, scope, file, legalEntityId } = power;
  const isReadable = file !== null && isServed(file.scan);
  return (
    <section aria-label={t.number(number)} className="stack-tight">
      <div className="row spread">
        <strong>{t.number(number)}</strong>
        {statusText(power)}
      </div>
      {company && <p>{power.company}</p>}
      <p>{t.days(formatDayOf(issuedOn), formatDayOf(validUntil))}</p>
      <p>{t.acts(scope)}</p>
      <p className="dim small">{t.entered(power.createdBy, formatInstantDay(power.createdAt))}</p>
      {power.revokedAt && (
        <p className="dim small">
          {t.revokedAt(power.revokedBy, formatInstantDay(power.revokedAt), power.revokeReason ?? '')}
        </p>
      )}
      {file === null && <p className="dim small">{t.noScan}</p>}
      {file?.scan === 'held' && <p className="dim small">{t.held}</p>}
      {file?.scan === 'infected' && <p className="dim small">{t.infected}</p>}
      <div className="row">
        {isReadable && <Button onClick={() => setShown(true)}>{t.look}</Button>}
        {actions}
      </div>
      {isShown && file && (
        <FileDialog
          operation={companyFolders.link}
          params={{ id: legalEntityId, kind: 'powers', itemId: file.id }}
          type={file.type}
          title={t.number(number)}
          onClose={() => setShown(false)}
        />
      )}
    </section>
  );
}

function PowerActions({ power }: { power: Power }) {
  const { id: powerId, legalEntityId: id, membershipId: employeeId, status, number, file } = power;
  const params = { id, employeeId, powerId };
  if (status === 'revoked') return null;
  return (
    <>
      <UploadButton operation={powersOfAttorney.attach} params={params} title={t.number(number)}>
        {file === null ? t.attach : t.replace}
      </UploadButton>
      <Can op={powersOfAttorney.revoke} params={params}>
        <Button
          variant="danger"
          aria-label={t.revokeOf(number)}
          onClick={() => openDialog((close) => <RevokeDialog power={power} onClose={close} />)}
        >
          {t.revoke}
        </Button>
      </Can>
    </>
  );
}
