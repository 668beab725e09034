import { useState } from 'react';
import { policy } from '#contract/settlements/policy.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { dash, formatInstant } from '#web/ui/format.ts';
import { CertificateRule } from './certificate-rule.tsx';
import { policyTexts as t } from './policy-texts.ts';
import { type Band, type BandField, type Policy, typedValue } from './policy-values.ts';

const PolicyForm = lazyPart(
  () => import('./policy-form.tsx'),
  (module) => module.PolicyForm,
);
const PolicySimulator = lazyPart(
  () => import('./policy-simulator.tsx'),
  (module) => module.PolicySimulator,
);

const fields = Object.keys(t.fields) as BandField[];

/**
 * What of conditions that are published stands still, and why; null where all of it acts. An older node that still runs beside this one
 * tells nothing of the rule.
 */
function standingStill({ isSigned, isRuleSigned }: Policy): string | null {
  if (isSigned) return isRuleSigned === false ? t.ruleUnsigned : null;
  return isRuleSigned ? t.unsignedButEnding : t.unsigned;
}

/** The creditor's conditions: the matrix, its change as a new version, and what it would answer. */
export function PolicyTab({ legalEntityId }: { legalEntityId: number }) {
  const params = { id: legalEntityId };
  const read = useRead(policy.get, { params });
  const [isEdited, setIsEdited] = useState(false);
  return (
    <WithObject read={read}>
      {(found) =>
        isEdited ? (
          <Card title={t.title}>
            <PolicyForm legalEntityId={legalEntityId} policy={found} onClose={() => setIsEdited(false)} />
          </Card>
        ) : (
          <>
            <Card title={t.title}>
              <p>{t.lead}</p>
              <p className="dim small">{t.secret}</p>
              {standingStill(found) && <Notice tone="warning">{standingStill(found)}</Notice>}
              {found.cannotPublish && <Notice tone="warning">{found.cannotPublish}</Notice>}
              <Matrix policy={found} />
              <div className="row">
                <Can op={policy.replace} params={params}>
                  <Button closed={found.cannotPublish ?? undefined} onClick={() => setIsEdited(true)}>
                    {found.version === 0 ? t.create : t.edit}
                  </Button>
                </Can>
              </div>
            </Card>
            <CertificateRule legalEntityId={legalEntityId} />
            <Can op={policy.simulate} params={params}>
              {found.version > 0 && <Simulator legalEntityId={legalEntityId} bands={found.bands} />}
            </Can>
          </>
        )
      }
    </WithObject>
  );
}

/** Who only reads the conditions needs no form. */
function Simulator(props: { legalEntityId: number; bands: Band[] }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <PolicySimulator {...props} />;
  return (
    <Card title={t.simulator.title}>
      <p className="dim small">{t.simulator.lead}</p>
      <div className="row">
        <Button onClick={() => setOpen(true)}>{t.simulator.open}</Button>
      </div>
    </Card>
  );
}

function Matrix({ policy: { version, bands, author, createdAt } }: { policy: Policy }) {
  if (bands.length === 0) return <p>{t.empty}</p>;
  return (
    <>
      {createdAt && <p className="dim small">{t.version(version, author ?? dash, formatInstant(createdAt))}</p>}
      {bands.map((band, index) => (
        <section key={`${index} ${band.dpdFrom}`} className="stack-tight" aria-label={t.row(index + 1)}>
          <h3>{t.row(index + 1)}</h3>
          <Facts items={factsOf(band)} />
        </section>
      ))}
    </>
  );
}

const factsOf = (band: Band) => [
  ...fields.map((field) => ({ label: t.fields[field], value: typedValue(field, band[field]) })),
  { label: t.breachByRule, value: band.breachByRule ? t.yes : t.no },
];
