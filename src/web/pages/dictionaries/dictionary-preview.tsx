import { useRead } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { factsOf } from '#web/kit/list/preview.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import type { Dictionary, Item } from './dictionary.ts';
import { texts as t } from './texts.ts';

const DictionaryDialog = lazyPart(
  () => import('./dictionary-dialog.tsx'),
  (module) => module.DictionaryDialog,
);

/** A word of a dictionary and what may be done with it. */
export function DictionaryPreview({
  id,
  dictionary,
  columns,
}: {
  id: number;
  dictionary: Dictionary;
  columns: readonly Column<Item>[];
}) {
  const params = { id };
  const read = useRead(dictionary.get, { params });
  return (
    <WithObject read={read}>
      {(item) => (
        <>
          <Facts items={factsOf(columns, item)} />
          <div className="row">
            <Can op={dictionary.replace} params={params}>
              <Button
                onClick={() =>
                  openDialog((close) => <DictionaryDialog dictionary={dictionary} item={item} onClose={close} />)
                }
              >
                {t.change}
              </Button>
            </Can>
            {item.uses === 0 && (
              <Can op={dictionary.remove} params={params}>
                <MoveButton
                  operation={dictionary.remove}
                  label={t.remove}
                  ask={t.removeAsk(item.name)}
                  done={t.removed}
                  input={{ params }}
                  variant="danger"
                />
              </Can>
            )}
          </div>
        </>
      )}
    </WithObject>
  );
}
