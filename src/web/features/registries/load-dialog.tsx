import { takenRows, type Verdict, verdicts } from '#domain/registries/registry-import.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { formatMoneyOf } from '#web/ui/format.ts';
import { useNavigate } from '#web/ui/link.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { paramsOf, type Registry, type RegistryKindView } from './kind.ts';
import { registryTexts } from './texts.ts';
import { followRegistry } from './upload/tasks.ts';

const t = registryTexts.load;

/** Says in numbers what loading would do; a full replacement is chosen, and confirmed with the number that was seen. */
export function LoadDialog({
  view,
  registry,
  onClose,
}: {
  view: RegistryKindView;
  registry: Registry;
  onClose: () => void;
}) {
  const { counts, replaces, version } = registry;
  const navigate = useNavigate();
  const absent = registry.absent ?? 0;
  const form = useOperationForm({
    operation: view.operations.load,
    params: paramsOf(registry),
    initial: { absentEntries: 'keep' },
    body: (values) => ({ version, withdrawAbsent: values.absentEntries === 'withdraw' ? absent : null }),
    done: async (loading) => {
      notify({ severity: 'success', summary: t.done });
      followRegistry(view.kind, loading);
      onClose();
      // What becomes of the entries is on the first tab, wherever the person has come from.
      await navigate({ to: '.', search: {} });
      await refresh();
    },
    refused: ({ code }) => {
      // What was seen is no longer so: the page behind shows the new numbers with the message above the button.
      if (code === 'version.stale' || code === 'registry.absent_changed') void refresh();
      return false;
    },
  });
  const isReplaced = form.methods.watch('absentEntries') === 'withdraw';
  const effects = (Object.keys(verdicts) as Verdict[]).filter((verdict) => counts[verdict] > 0);
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Form form={form} action={t.submit} danger={isReplaced} onCancel={onClose}>
        <p>{t.lead}</p>
        <Facts
          items={[
            { label: t.taken, value: shown(takenRows(counts)) },
            ...(counts.amount > 0 ? [{ label: t.amount, value: formatMoneyOf(counts.amount) }] : []),
            ...effects.map((verdict) => ({ label: t.effects[verdict], value: shown(counts[verdict]) })),
          ]}
        />
        {counts.warned > 0 && <Notice tone="warning">{t.warned(counts.warned)}</Notice>}
        {replaces && absent > 0 && (
          <>
            <RadioList
              label={t.absent(absent, replaces.number)}
              {...form.field('absentEntries')}
              choices={[
                ['keep', t.keep],
                ['withdraw', t.withdraw(absent)],
              ]}
            />
            {isReplaced && <Notice tone="warning">{t.withdrawWarning}</Notice>}
          </>
        )}
      </Form>
    </Dialog>
  );
}

const shown = (number: number): string => number.toLocaleString('ru-RU');
