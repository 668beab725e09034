import { useState } from 'react';
import { payouts } from '#contract/money/payouts.ts';
import { AGENT_REPORT_LINES, type AgentReportLine } from '#domain/money/agent-report.ts';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { formatDayOf, formatMoneyOf } from '#web/ui/format.ts';
import { moneyTexts } from './money-texts.ts';

const t = moneyTexts.report;

/** From the first of this month to today. */
function thisMonth() {
  const to = serverDay();
  return { from: `${to.slice(0, 8)}01`, to: to as string };
}

/** What has come and gone of a company's money in a span of days, on the screen, as a paper and as a table. */
export function AgentReport({ legalEntityId }: { legalEntityId: number }) {
  const [span, setSpan] = useState(thisMonth);
  const { from, to } = span;
  const params = { id: legalEntityId };
  const isChosen = from !== '' && to !== '' && from <= to;
  return (
    <Card title={t.title}>
      <div className="row">
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            label={t[end]}
            type="date"
            value={span[end]}
            onChange={({ target }) => setSpan((shown) => ({ ...shown, [end]: target.value }))}
          />
        ))}
      </div>
      {isChosen && (
        <>
          <Sums legalEntityId={legalEntityId} span={span} />
          <div className="row">
            <DownloadButton operation={payouts.reportPaper} params={params} query={span}>
              {t.paper}
            </DownloadButton>
            <Can op={payouts.exportMovements} params={params}>
              <DownloadButton operation={payouts.exportMovements} params={params} query={{ filter: span }}>
                {t.table}
              </DownloadButton>
            </Can>
          </div>
        </>
      )}
    </Card>
  );
}

function Sums({ legalEntityId, span }: { legalEntityId: number; span: { from: string; to: string } }) {
  const read = useRead(payouts.report, { params: { id: legalEntityId }, query: span });
  return (
    <WithObject read={read}>
      {({ from, to, opening, lines, closing }) => (
        <Facts
          items={[
            { label: t.opening(formatDayOf(from)), value: formatMoneyOf(opening) },
            ...(Object.keys(AGENT_REPORT_LINES) as AgentReportLine[])
              .filter((line) => lines[line] !== 0)
              .map((line) => ({ label: AGENT_REPORT_LINES[line], value: formatMoneyOf(lines[line]) })),
            { label: t.closing(formatDayOf(to)), value: formatMoneyOf(closing) },
          ]}
        />
      )}
    </WithObject>
  );
}
