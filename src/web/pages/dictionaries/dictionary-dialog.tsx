import { legalEntityTypes } from '#contract/platform/dictionaries.ts';
import { INTEREST_RIGHTS } from '#domain/parties/interest-right.ts';
import { required } from '#domain/values/validators.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { formTexts } from '#web/kit/form/texts.ts';
import { readNumber } from '#web/kit/form/typed.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import type { Dictionary, Item } from './dictionary.ts';
import { texts as t } from './texts.ts';

/** Adds a word to a dictionary or changes one. */
export function DictionaryDialog({
  dictionary: { add, replace },
  item: live,
  onClose,
}: {
  dictionary: Dictionary;
  item?: Item;
  onClose: () => void;
}) {
  const item = useOpenedRecord(live);
  const isOfCompanies = add === legalEntityTypes.add;
  const form = useOperationForm<
    Dictionary['add'] | Dictionary['replace'],
    { name: string; help: string; place: string; interestRight: string }
  >({
    operation: item ? replace : add,
    ...(item && { params: { id: item.id } }),
    initial: {
      name: item?.name ?? '',
      help: item?.help ?? '',
      place: String(item?.place ?? 100),
      interestRight: item && 'interestRight' in item ? item.interestRight : 'none',
    },
    rules: { name: required(), place: required() },
    body: ({ name, help, place, interestRight }) => ({
      name,
      help: help || null,
      place: readNumber(place) ?? '',
      ...(isOfCompanies && { interestRight }),
      ...(item && { version: item.version }),
    }),
    done: async () => {
      notify({ severity: 'success', summary: item ? t.saved : t.added });
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog title={item ? item.name : t.add} onClose={onClose}>
      <Form form={form} action={formTexts.save} onCancel={onClose}>
        <TextField {...form.field('name')} label={t.fields.name} autoComplete="off" data-autofocus />
        <TextField {...form.field('help')} label={t.fields.help} autoComplete="off" optional />
        {isOfCompanies && (
          <SelectField
            {...form.field('interestRight')}
            label={t.fields.interestRight}
            choices={Object.entries(INTEREST_RIGHTS)}
          />
        )}
        <TextField
          {...form.field('place')}
          label={t.fields.place}
          hint={t.hints.place}
          inputMode="numeric"
          autoComplete="off"
        />
      </Form>
    </Dialog>
  );
}
