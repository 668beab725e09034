import type { Result } from '#contract/kernel/op.ts';
import { consents } from '#contract/parties/consents.ts';
import styles from '#web/features/consents/consents.module.css';
import { DocumentText } from '#web/features/consents/document-text.tsx';
import { ConsentList, type Given } from '#web/features/consents/list.tsx';
import { keeperNames, consentTexts as t } from '#web/features/consents/texts.ts';
import { useRead } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import ruled from '#web/ui/display/ruled.module.css';
import { formatDayOf } from '#web/ui/format.ts';
import { Loaded } from './loaded.tsx';
import { texts } from './texts.ts';

type Own = Result<typeof consents.mine>;

/** What the person has agreed to, each document by itself, to be read, taken back and given again. */
export function ConsentsCard() {
  const read = useRead(consents.mine);
  return (
    <Card title={texts.consents.title}>
      <Loaded read={read}>
        {({ items, offered: all, erasure }) => {
          // Of his health nobody tells anything here, nor is anything taken by itself: each is asked for where it is needed.
          const offered = all.filter(({ kind }) => kind !== 'health-data' && kind !== 'autopayment');
          return (
            <>
              {erasure && <Erasing {...erasure} />}
              <ConsentList items={items} action={Withdraw} />
              {offered.length > 0 && <Offered documents={offered} />}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

/** What follows from taking back the consent without which nothing may be kept. */
function Erasing({ dueOn, keptBy }: NonNullable<Own['erasure']>) {
  return (
    <Notice tone="warning">
      <div className="stack-tight">
        <p>{texts.consents.withdrawn}</p>
        <p>
          {keptBy.length > 0 ? texts.consents.keptBy(keeperNames(keptBy)) : texts.consents.erasing(formatDayOf(dueOn))}
        </p>
        <p>{texts.consents.regret}</p>
      </div>
    </Notice>
  );
}

function Withdraw({ consent: { id, title, revokedAt, withdrawal } }: { consent: Given }) {
  if (revokedAt !== null || !withdrawal.possible) return null;
  return (
    <MoveButton
      operation={consents.withdraw}
      input={{ params: { id } }}
      label={t.withdraw}
      name={t.withdrawOf(title)}
      ask={withdrawal.effect}
      asks={{ title: t.withdrawing, action: t.withdraw }}
      done={t.withdrawn}
    />
  );
}

function Offered({ documents }: { documents: Own['offered'] }) {
  return (
    <>
      <h3>{t.offered}</h3>
      <ul className={ruled.list}>
        {documents.map(({ documentId, title, body }) => (
          <li key={documentId} className={classes(ruled.row, ruled.long)}>
            <div className={styles.what}>
              <p>{title}</p>
              <DocumentText title={title} body={body} />
            </div>
            <MoveButton
              operation={consents.give}
              input={{ body: { documentId } }}
              label={t.give}
              name={t.giveOf(title)}
              done={t.done}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
