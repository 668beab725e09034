import { useEffect, useId, useRef, useState } from 'react';
import { registryBases } from '#domain/registries/registry-import.ts';
import { formatDay, parseRussianDay } from '#domain/values/days.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { withoutBlanks } from '#web/kit/form/values.ts';
import { Button } from '#web/ui/button.tsx';
import { serverDay } from '#web/ui/clock.ts';
import { Pair } from '#web/ui/display/pair.tsx';
import { Progress } from '#web/ui/display/progress.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useNavigate } from '#web/ui/link.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { RegistryKindView } from '../kind.ts';
import { registryTexts } from '../texts.ts';
import { FileDrop, fileError } from './file-drop.tsx';
import { Replaced } from './replaced-field.tsx';
import { dismissTask, sendRegistry, stopTask, useRegistryTasks } from './tasks.ts';

const t = registryTexts.upload;

interface UploadDialogProps {
  view: RegistryKindView;
  legalEntityId: number;
  /** A file that was dropped on the page. */
  dropped: File | undefined;
  onClose: () => void;
}

/** Asks for a file and what goes with it, sends it and leads to the registry; closed meanwhile, the file goes on. */
export function UploadDialog({ view, legalEntityId, dropped, onClose }: UploadDialogProps) {
  const key = useId();
  const navigate = useNavigate();
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  const [file, setFile] = useState(dropped);
  const wrongFile = file && fileError(file);
  const [today] = useState(() => formatDay(serverDay()));
  const form = useOperationForm({
    operation: view.operations.upload,
    params: { id: legalEntityId },
    initial: {
      file: dropped?.name ?? '',
      name: '',
      asOfDate: today,
      basis: 'original',
      basisNumber: '',
      basisDate: '',
      replaces: '',
    },
    body: bodyOf,
    check: ({ file: name }): Record<string, string> =>
      wrongFile ? { file: wrongFile } : name === '' ? { file: t.noFile } : {},
    send: async (_operation, input) => {
      try {
        return await sendRegistry(key, view, { legalEntityId, file: file!, body: input.body });
      } catch (error) {
        // Here the refusal is at its field; whoever has left finds it among the tasks.
        if (isOpen.current) dismissTask(key);
        throw error;
      }
    },
    done: (registry) => {
      if (isOpen.current) void navigate({ to: view.hrefOf(registry) });
    },
  });
  const { methods } = form;
  const isOriginal = methods.watch('basis') === 'original';
  const take = (chosen: File) => {
    setFile(chosen);
    methods.setValue('file', chosen.name, { shouldDirty: true });
    methods.clearErrors('file');
  };
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Form form={form} action={t.submit} onCancel={onClose}>
        <p className="dim">{t.lead}</p>
        <FileDrop file={file} error={wrongFile ?? form.field('file').error} onFile={take} />
        <DateField {...form.field('asOfDate')} label={t.asOfDate} />
        <TextField {...form.field('name')} label={t.name} hint={t.nameHint} autoComplete="off" optional />
        <SelectField {...form.field('basis')} label={t.basis} choices={Object.entries(registryBases)} />
        {!isOriginal && (
          <Pair>
            <TextField {...form.field('basisNumber')} label={t.basisNumber} autoComplete="off" optional />
            <DateField {...form.field('basisDate')} label={t.basisDate} optional />
          </Pair>
        )}
        <Replaced view={view} legalEntityId={legalEntityId} field={form.field('replaces')} />
      </Form>
      <OnItsWay taskKey={key} onLeave={onClose} />
    </Dialog>
  );
}

function OnItsWay({ taskKey, onLeave }: { taskKey: string; onLeave: () => void }) {
  const task = useRegistryTasks().find(({ key }) => key === taskKey);
  if (task?.state.is !== 'sending') return null;
  const share = Math.floor(task.state.share * 100);
  return (
    <div className="stack-tight" role="status">
      <p>{t.sending(share)}</p>
      <Progress label={t.title} value={share} />
      <div className="row">
        <Button onClick={onLeave}>{t.background}</Button>
        <Button variant="danger" onClick={() => stopTask(taskKey)}>
          {t.cancel}
        </Button>
      </div>
    </div>
  );
}

interface Values {
  file: string;
  asOfDate: string;
  basisDate: string;
  replaces: string;
}

/** What is not a date stays as typed, for the schema to refuse. */
function bodyOf({ file: _name, asOfDate, basisDate, replaces, ...rest }: Values): unknown {
  return withoutBlanks({
    ...rest,
    asOfDate: parseRussianDay(asOfDate) ?? asOfDate,
    basisDate: parseRussianDay(basisDate) ?? basisDate,
    ...(replaces !== '' && { replaces: Number(replaces) }),
  });
}
