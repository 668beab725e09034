import { useState } from 'react';
import type { individualCategories, legalEntityTypes } from '#contract/dictionaries.ts';
import type { individuals } from '#contract/individuals.ts';
import type { legalEntities } from '#contract/legal-entities.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { refresh, useRead } from '../data/query.ts';
import { detailTexts } from '../detail/texts.ts';
import { Form, useOperationForm } from '../form/form.tsx';
import { readNumber } from '../form/typed.ts';
import { Can } from '../session/can.tsx';
import { assignTexts as t } from './texts.ts';

type List = typeof legalEntityTypes.list | typeof individualCategories.list;

/** The words of a dictionary as choices, the first of which is none. */
export function useWords(list: List): (readonly [value: string, text: string])[] {
  const { data } = useRead(list, { query: { limit: 100, sort: { place: 1 } } });
  return [['', t.none], ...(data?.items.map(({ id, name }) => [String(id), name] as const) ?? [])];
}

interface Assigning<O> {
  operation: O;
  /** The dictionary, and the field of the operation's body that names one of its words. */
  list: List;
  field: 'typeId' | 'categoryId';
  label: string;
  action: string;
  card: { id: number; version: number };
  current: number | null;
}

/** Gives a card a word of a dictionary, or takes it away. */
export function AssignWord<O extends typeof legalEntities.setType | typeof individuals.setCategory>(
  props: Assigning<O>,
) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Can op={props.operation} params={{ id: props.card.id }}>
      <Button onClick={() => setOpen(true)}>{props.action}</Button>
      {isOpen && <AssignDialog {...props} onClose={() => setOpen(false)} />}
    </Can>
  );
}

function AssignDialog<O extends typeof legalEntities.setType | typeof individuals.setCategory>({
  operation,
  list,
  field,
  label,
  action,
  card,
  current,
  onClose,
}: Assigning<O> & { onClose: () => void }) {
  const choices = useWords(list);
  const form = useOperationForm<typeof legalEntities.setType | typeof individuals.setCategory, Record<string, string>>({
    operation,
    params: { id: card.id },
    initial: { [field]: current === null ? '' : String(current) },
    body: (values) => ({ [field]: readNumber(values[field] ?? ''), version: card.version }),
    done: async () => {
      notify({ severity: 'success', summary: detailTexts.saved });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={action} onClose={onClose}>
      <Form form={form} action={detailTexts.save} onCancel={onClose}>
        <SelectField {...form.field(field)} key={choices.length} label={label} choices={choices} data-autofocus />
      </Form>
    </Dialog>
  );
}
