import { invoices } from '#contract/money/invoices.ts';
import { tariffFiles, tariffs } from '#contract/money/tariffs.ts';
import { daysInWords, feeInWords, vatInWords } from '#domain/money/tariff-words.ts';
import { forWhom, type Tariff, tariffTexts } from '#web/features/payments/tariff.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { FileFolder } from '#web/kit/files/folders.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { cardTexts } from './card-texts.ts';

const t = cardTexts.tariff;

/** By which tariff the platform is paid by a company: today's first, then those that were and will be. */
export function TariffTab({ legalEntityId }: { legalEntityId: number }) {
  const read = useRead(tariffs.ofCompany, { params: { id: legalEntityId } });
  return (
    <WithObject read={read}>
      {({ current, items, more }) => {
        const active = items.find(({ id }) => id === current);
        return (
          <>
            <Card title={t.title}>
              <p className="dim">{t.lead}</p>
              {active ? <OneTariff tariff={active} isCurrent /> : <p>{t.none}</p>}
              {items
                .filter(({ id }) => id !== current)
                .map((tariff) => (
                  <OneTariff key={tariff.id} tariff={tariff} />
                ))}
              {more && <p className="dim small">{t.more}</p>}
            </Card>
            <Can op={invoices.ofCompany} params={{ id: legalEntityId }}>
              <InvoicesCard legalEntityId={legalEntityId} />
            </Can>
            <Can op={tariffFiles.list} params={{ id: legalEntityId }}>
              <Card>
                <FileFolder
                  title={t.files}
                  operations={tariffFiles}
                  params={{ id: legalEntityId }}
                  inFolder={(f) => ({ f })}
                />
              </Card>
            </Can>
          </>
        );
      }}
    </WithObject>
  );
}

/** What the company owes by invoices of the fee. */
function InvoicesCard({ legalEntityId }: { legalEntityId: number }) {
  const { data } = useRead(invoices.ofCompany, { params: { id: legalEntityId } });
  if (!data) return null;
  return (
    <Card title={t.invoices.title}>
      <Facts
        items={[
          { label: t.invoices.open, value: formatMoneyOf(data.open) },
          { label: t.invoices.advance, value: formatMoneyOf(data.advance) },
          { label: t.invoices.uncovered, value: formatMoneyOf(data.uncovered) },
        ]}
      />
      <div className="row">
        <ButtonLink to="/dashboard/invoices" search={{ filter: { legalEntityId } }}>
          {t.invoices.all}
        </ButtonLink>
      </div>
    </Card>
  );
}

function OneTariff({ tariff, isCurrent = false }: { tariff: Tariff; isCurrent?: boolean }) {
  return (
    <section className="stack-tight" aria-label={tariff.name}>
      <div className="row">
        <h3>{tariff.name}</h3>
        <Tag tone={isCurrent ? 'success' : 'neutral'}>{isCurrent ? t.today : tariffTexts.states[tariff.state]}</Tag>
      </div>
      <Facts
        items={[
          { label: t.fee, value: feeInWords(tariff) },
          { label: t.forWhom, value: forWhom(tariff) },
          { label: t.payer, value: `${tariffTexts.payers[tariff.payer]}. ${tariffTexts.collects[tariff.collect]}` },
          { label: t.vat, value: vatInWords(tariff) },
          { label: t.days, value: daysInWords(tariff) },
        ]}
      />
    </section>
  );
}
