import { useState } from 'react';
import { useRead } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { usePageInAddress } from '#web/kit/page/page-in-address.ts';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Pagination } from '#web/ui/table/pagination.tsx';
import { type DryRow, paramsOf } from '../kind.ts';
import { registryTexts } from '../texts.ts';
import { type GridProps, Rows } from './correction-rows.tsx';

const t = registryTexts.grid;
const pageSize = 20;

/** The rows that cannot be taken, their wrong cells to be put right in their place. */
export function CorrectionGrid({ view, registry }: GridProps) {
  const [page, setPage] = usePageInAddress('rows');
  // A row that has been put right leaves the list of the server at once; here it stays until the person asks for the rest.
  const [round, setRound] = useState(0);
  const params = paramsOf(registry);
  const query = { page, limit: pageSize, filter: { verdict: ['error' as const] } };
  const read = useRead(view.operations.rows, { params, query });
  const wanted = `${page} ${round}`;
  const [taken, setTaken] = useState<{ of: string; rows: readonly DryRow[] }>();
  const isSettled = !read.isFetching && !read.isPlaceholderData;
  if (isSettled && read.data && taken?.of !== wanted) setTaken({ of: wanted, rows: read.data.items });
  return (
    <Card title={t.title}>
      <p>{t.lead}</p>
      <p className="dim small">{t.keys}</p>
      <div className="row">
        <Can op={view.operations.errorWorkbook} params={params}>
          <DownloadButton operation={view.operations.errorWorkbook} params={params}>
            {t.errorWorkbook}
          </DownloadButton>
        </Can>
        <Button busy={read.isFetching} onClick={() => void read.refetch().then(() => setRound(round + 1))}>
          {t.fresh}
        </Button>
      </div>
      <WithObject read={read}>
        {(answer) => (
          <>
            {taken?.rows.length === 0 && <p role="status">{answer.total > 0 ? t.noneHere : t.none}</p>}
            {taken && taken.rows.length > 0 && (
              <Rows key={taken.of} view={view} registry={registry} rows={taken.rows} />
            )}
            <Pagination {...answer} onPage={setPage} />
          </>
        )}
      </WithObject>
    </Card>
  );
}
