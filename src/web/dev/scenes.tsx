import { CircleHelp } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { confirm } from '#web/ui/overlays/confirm.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { DropPanel } from '#web/ui/overlays/drop-panel.tsx';
import { Notifications } from '#web/ui/overlays/notifications.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { SidePanel } from '#web/ui/overlays/side-panel.tsx';
import { parts } from './parts.tsx';

const severities = ['info', 'warn', 'error', 'success', 'secondary', 'contrast'] as const;
/** Long enough for whoever looks. */
const life = 3_600_000;
const nothing = (): void => undefined;

function Parts() {
  return Object.entries(parts).map(([name, part]) => (
    <section key={name} data-part={name} className="stack">
      <h2>{name}</h2>
      {part}
    </section>
  ));
}

function Toasts() {
  useEffect(() => {
    for (const severity of severities)
      notify({ severity, summary: `Важность ${severity}`, detail: 'Подробности', life });
  }, []);
  return <Notifications />;
}

function Question() {
  useEffect(() => {
    confirm({
      header: 'Есть несохранённые изменения',
      message: 'Если уйти сейчас, они пропадут.',
      icon: CircleHelp,
      acceptLabel: 'Уйти',
      rejectLabel: 'Остаться',
      defaultFocus: 'reject',
    });
  }, []);
  return <ConfirmDialog />;
}

function Dropped() {
  useEffect(() => document.querySelector<HTMLButtonElement>('button[popovertarget]')!.click(), []);
  return (
    <DropPanel title="Столбцы" label="Столбцы">
      <p>Что выпало из-под кнопки</p>
    </DropPanel>
  );
}

/** What is above a page is looked at alone, each in a scene of its own. */
export const scenes: Readonly<Record<string, () => ReactNode>> = {
  parts: Parts,
  notifications: Toasts,
  'confirm-dialog': Question,
  dialog: () => (
    <Dialog
      title="Пригласить сотрудника"
      onClose={nothing}
      actions={
        <>
          <Button>Отменить</Button>
          <Button variant="primary">Отправить</Button>
        </>
      }
    >
      <TextField label="Почта" />
    </Dialog>
  ),
  'side-panel': () => (
    <SidePanel title="Иванов Иван Иванович" onClose={nothing}>
      <p>Что видно рядом со списком</p>
    </SidePanel>
  ),
  'drop-panel': Dropped,
};
