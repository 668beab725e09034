import { companyFiles, individualFiles, representativeFiles, requestFiles } from '#contract/parties/files.ts';
import { FILE_SLOTS } from '#domain/values/file-kinds.ts';
import { Card } from '#web/ui/display/card.tsx';
import { useRead } from '../data/query.ts';
import { WithObject } from '../detail/with-object.tsx';
import { OwnedFile, type Params } from './owned-file.tsx';
import { fileTexts as t } from './texts.ts';
import { UploadButton } from './upload-button.tsx';

const operationsOf = {
  individual: individualFiles,
  legalEntity: companyFiles,
  representative: representativeFiles,
  request: requestFiles,
} as const;

/** The papers of an owner, a slot for each kind: what is there, and what is missing. */
export function FileSlots({
  owner,
  params,
  verified = false,
}: {
  owner: keyof typeof operationsOf;
  params: Record<string, number>;
  /** Whether its data are vouched for: then it is told what replacing a paper does. */
  verified?: boolean;
}) {
  const operations = operationsOf[owner];
  const read = useRead(operations.list as typeof individualFiles.list, { params: params as { id: number } });
  return (
    <Card title={t.of[owner]}>
      {owner === 'request' && <p className="dim">{t.optional}</p>}
      <p className="dim small">{t.hint}</p>
      {verified && <p className="dim small">{t.verified}</p>}
      <WithObject read={read}>
        {({ items }) => (
          <div className="stack">
            {Object.entries(FILE_SLOTS[owner]).map(([kind, title]) => {
              const file = items.find((one) => one.kind === kind);
              const slotParams: Params = { ...params, kind };
              return (
                <section key={kind} aria-label={title} className="stack-tight">
                  <h3>{title}</h3>
                  {file ? (
                    <OwnedFile file={file} title={title} operations={operations} params={slotParams}>
                      <UploadButton operation={operations.put} params={slotParams} title={title}>
                        {t.replace}
                      </UploadButton>
                    </OwnedFile>
                  ) : (
                    <>
                      <p className="dim">{t.notUploaded}</p>
                      <UploadButton operation={operations.put} params={slotParams} title={title}>
                        {t.put}
                      </UploadButton>
                    </>
                  )}
                </section>
              );
            })}
          </div>
        )}
      </WithObject>
    </Card>
  );
}
