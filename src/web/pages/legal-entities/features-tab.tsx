import type { Result } from '#contract/kernel/op.ts';
import { featureFlags } from '#contract/platform/feature-flags.ts';
import { FEATURES } from '#domain/settings/feature.ts';
import { useRead } from '#web/kit/data/query.ts';
import { useMove } from '#web/kit/detail/use-move.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { accessTo } from '#web/kit/session/access.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { cardTexts } from './card-texts.ts';

const t = cardTexts.features;
type Flag = Result<typeof featureFlags.get>['items'][number];

/** What a company may do on the platform; an administrator turns it on and off. */
export function FeaturesTab({ legalEntityId }: { legalEntityId: number }) {
  const read = useRead(featureFlags.get, { params: { id: legalEntityId } });
  const mayTurn = accessTo(featureFlags.update, useMe()) !== 'no';
  return (
    <WithObject read={read}>
      {({ items }) => (
        <Card title={t.title}>
          <p className="dim">{mayTurn ? t.lead : t.leadOfCompany}</p>
          <div className="stack">
            {items.map((flag) => (
              <OneFeature key={flag.feature} legalEntityId={legalEntityId} flag={flag} mayTurn={mayTurn} />
            ))}
          </div>
        </Card>
      )}
    </WithObject>
  );
}

function OneFeature({ legalEntityId, flag, mayTurn }: { legalEntityId: number; flag: Flag; mayTurn: boolean }) {
  const { feature, isOn, changedBy, changedAt } = flag;
  const { label, about } = FEATURES[feature];
  const [busy, turn] = useMove(featureFlags.update, isOn ? t.turnedOff(label) : t.turnedOn(label));
  return (
    <Checkbox
      label={label}
      checked={isOn}
      disabled={!mayTurn || busy}
      onChange={() => turn({ params: { id: legalEntityId }, body: { [feature]: !isOn } })}
    >
      <p className="dim small">{about}</p>
      {changedBy && changedAt && <p className="dim small">{t.changed(isOn, changedBy, formatInstant(changedAt))}</p>}
    </Checkbox>
  );
}
