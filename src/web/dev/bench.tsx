import '../ui/tokens.css';
import '../ui/base.css';
import { createRoot } from 'react-dom/client';
import { closeConfirm, confirm } from '../ui/confirm.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Notifications } from '../ui/notifications.tsx';
import { notify } from '../ui/notify.ts';

// A page of the tests alone: the global parts, which they call as the application does. No build takes it in.
Object.assign(window, { bench: { notify, confirm, closeConfirm } });

createRoot(document.getElementById('root')!).render(
  <>
    <main>
      <h1>Общие части</h1>
      <button type="button">Под диалогом</button>
      <div style={{ height: '300vh' }} />
    </main>
    <ConfirmDialog />
    <ConfirmDialog group="side" />
    <Notifications />
  </>,
);
