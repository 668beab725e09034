import type { individuals } from '#contract/parties/individuals.ts';
import type { legalEntities } from '#contract/parties/legal-entities.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { refresh } from '../data/query.ts';
import { Form, useOperationForm } from '../form/form.tsx';
import { useOpenedRecord } from '../form/opened-record.ts';
import { formTexts } from '../form/texts.ts';
import { readNumber } from '../form/typed.ts';
import { useWords, type Words } from './use-words.ts';

export type Assigns = typeof legalEntities.setType | typeof individuals.setCategory;

export interface Assigning<O> {
  operation: O;
  /** The dictionary, and the field of the operation's body that names one of its words. */
  list: Words;
  field: 'typeId' | 'categoryId';
  label: string;
  action: string;
  card: { id: number; version: number };
  current: number | null;
}

/** The choice of the word. */
export function AssignDialog<O extends Assigns>({
  operation,
  list,
  field,
  label,
  action,
  card,
  current,
  onClose,
}: Assigning<O> & { onClose: () => void }) {
  const { id, version } = useOpenedRecord(card);
  const choices = useWords(list);
  const form = useOperationForm<Assigns, Record<string, string>>({
    operation,
    params: { id },
    initial: { [field]: current === null ? '' : String(current) },
    body: (values) => ({ [field]: readNumber(values[field] ?? ''), version }),
    done: async () => {
      notify({ severity: 'success', summary: formTexts.saved });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={action} onClose={onClose}>
      <Form form={form} action={formTexts.save} onCancel={onClose}>
        <SelectField {...form.field(field)} key={choices.length} label={label} choices={choices} data-autofocus />
      </Form>
    </Dialog>
  );
}
