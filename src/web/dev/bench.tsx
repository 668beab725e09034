import '../ui/styles/tokens.css';
import '../ui/styles/base.css';
import { createRoot } from 'react-dom/client';
import { closeConfirm, confirm } from '../ui/overlays/confirm.ts';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { Notifications } from '../ui/overlays/notifications.tsx';
import { notify } from '../ui/overlays/notify.ts';

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
