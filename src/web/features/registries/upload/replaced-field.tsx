import { loadedStatuses } from '#domain/registries/registry-import.ts';
import { useReadAll } from '#web/kit/data/query.ts';
import type { useOperationForm } from '#web/kit/form/form.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import type { RegistryKindView } from '../kind.ts';
import { registryTexts } from '../texts.ts';

const t = registryTexts.upload;

/** Which registry of the company the file is a fresh unloading of; nothing to choose for whoever has none. */
export function Replaced({
  view,
  legalEntityId,
  field,
}: {
  view: RegistryKindView;
  legalEntityId: number;
  field: ReturnType<ReturnType<typeof useOperationForm>['field']>;
}) {
  const { data } = useReadAll(view.operations.list, {
    params: { id: legalEntityId },
    query: { filter: { status: [...loadedStatuses] } },
  });
  if (!data || data.items.length === 0) return null;
  const choices = data.items.map(({ id, number, name, fileName }) => {
    return [String(id), `№ ${number} · ${name ?? fileName}`] as const;
  });
  return (
    <SelectField
      {...field}
      label={t.replaces}
      hint={t.replacesHint}
      choices={[['', t.replacesNone], ...choices]}
      optional
    />
  );
}
