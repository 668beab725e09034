import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useKeys } from '#web/kit/page/keys.ts';
import { frameTexts } from '#web/kit/page/texts.ts';
import { useCompany } from '#web/kit/session/company.ts';
import { texts } from '#web/kit/texts.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import styles from './dashboard-layout.module.css';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { VoucherNotice } from './voucher-notice.tsx';

const Palette = lazy(() => import('../palette/palette.tsx'));
const KeyList = lazy(() => import('./key-list.tsx'));

type Open = 'palette' | 'keys' | 'menu';
const narrowKey = 'narrowMenu';

/** The frame of signed-in people: sections at the side (in a drawer where the screen is small), the person above. */
export default function DashboardLayout() {
  const [opened, setOpened] = useState<{ what: Open; at: string }>();
  const [isNarrow, setNarrow] = useState(() => localStorage.getItem(narrowKey) === 'yes');
  const { pathname } = useLocation();
  const isBlocked = useCompany()?.blocked === true;
  // What was opened belongs to its page.
  const open = opened?.at === pathname ? opened.what : undefined;
  const setOpen = (what: Open) => setOpened({ what, at: pathname });
  const close = () => setOpened(undefined);
  useKeys([
    { key: 'Ctrl+K', text: frameTexts.keys.palette, run: () => setOpen('palette') },
    { key: '?', text: frameTexts.keys.list, run: () => setOpen('keys') },
  ]);
  const turn = () => {
    localStorage.setItem(narrowKey, isNarrow ? 'no' : 'yes');
    setNarrow(!isNarrow);
  };
  return (
    <>
      <div className={styles.layout} data-narrow={isNarrow || undefined}>
        <a href="#main" className={styles.skip}>
          {texts.frame.skip}
        </a>
        <TopBar onMenu={() => setOpen('menu')} onSearch={() => setOpen('palette')} onKeys={() => setOpen('keys')} />
        <div className={styles.side}>
          <SideMenu isNarrow={isNarrow} onTurn={turn} />
        </div>
        <main id="main" tabIndex={-1} className={styles.main}>
          <div className={styles.notices}>
            {isBlocked && <Notice tone="warning">{frameTexts.blocked}</Notice>}
            <VoucherNotice />
          </div>
          <Outlet />
        </main>
      </div>
      {open === 'menu' && (
        <Dialog title={frameTexts.menu} dismissable draggable={false} className={styles.drawer} onClose={close}>
          <SideMenu />
        </Dialog>
      )}
      <Suspense>
        {open === 'palette' && <Palette onClose={close} onKeys={() => setOpen('keys')} />}
        {open === 'keys' && <KeyList onClose={close} />}
      </Suspense>
    </>
  );
}
