import { useLocation } from '@tanstack/react-router';
import { Building2, Check, ChevronDown, CircleUser, Keyboard, LogOut, Menu, Search, SunMoon } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { unlessUnsaved } from '#web/kit/form/unless-unsaved.ts';
import { frameTexts } from '#web/kit/page/texts.ts';
import { chooseCompany, useCompany } from '#web/kit/session/company.ts';
import { signOut, useMe } from '#web/kit/session/session.ts';
import { texts } from '#web/kit/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { Link, useNavigate } from '#web/ui/link.tsx';
import { DropPanel } from '#web/ui/overlays/drop-panel.tsx';
import { chooseTheme, useTheme } from '#web/ui/theme-choice.ts';
import { HomeLink } from './side-menu.tsx';
import { ThemeButton } from './theme-button.tsx';
import styles from './top-bar.module.css';

const t = frameTexts;

/** They show what the server knows, so the page need not wait for them. */
const Tray = lazy(() => import('#web/app/tasks/tray.tsx'));
const Bell = lazy(() => import('./bell.tsx'));
const ChatsButton = lazy(() => import('./chats-button.tsx'));

interface TopBarProps {
  onMenu: () => void;
  onSearch: () => void;
  onKeys: () => void;
}

/** Above every page: the way to everything, for whom the person works, and the person himself. */
export function TopBar({ onMenu, onSearch, onKeys }: TopBarProps) {
  const kind = useMe()?.kind ?? 'operator';
  return (
    <header className={styles.top}>
      <div className={styles.small}>
        <Button variant="quiet" icon aria-label={t.openMenu} onClick={onMenu}>
          <Menu size={20} aria-hidden="true" />
        </Button>
        <HomeLink />
      </div>
      <button type="button" className={styles.search} onClick={onSearch}>
        <Search size={18} aria-hidden="true" />
        <span className={styles.hint}>{t.search[kind]}</span>
        <kbd className={styles.wide} aria-hidden="true">
          Ctrl K
        </kbd>
      </button>
      <div className={styles.person}>
        <CompanySwitcher />
        <Suspense>
          <Tray />
          <ChatsButton />
          <Bell />
        </Suspense>
        <div className={styles.wide}>
          <ThemeButton />
        </div>
        <AccountMenu onKeys={onKeys} />
      </div>
    </header>
  );
}

/** An employee of several companies works for one of them at a time. */
function CompanySwitcher() {
  const companies = useMe()?.legalEntities ?? [];
  const current = useCompany();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  if (companies.length < 2 || !current) return null;
  const choose = (id: number) => {
    chooseCompany(id);
    // A list shows the other company's things; what is open of this one has to be left.
    const isList = pathname.startsWith('/dashboard/');
    void navigate({ to: isList ? '.' : '/dashboard/legal-entities', search: {} });
  };
  return (
    <DropPanel
      variant="quiet"
      title={t.companies}
      name={t.companyOf(current.name)}
      label={
        <>
          <Building2 size={20} aria-hidden="true" />
          <span className={`${styles.name} ${styles.wide}`}>{current.name}</span>
          <ChevronDown size={16} aria-hidden="true" className={styles.wide} />
        </>
      }
    >
      {(close) => (
        <ul className={styles.menu}>
          {companies.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === current.id || undefined}
                onClick={() => {
                  close();
                  choose(id);
                }}
              >
                <Check size={18} aria-hidden="true" className={id === current.id ? undefined : styles.unchosen} />
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </DropPanel>
  );
}

function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const me = useMe();
  const isDark = useTheme() === 'dark';
  if (!me) return null;
  // Without a connection the session ends on this device all the same.
  const leave = () => unlessUnsaved(() => void signOut().catch(() => {}));
  return (
    <DropPanel
      variant="quiet"
      title={t.account}
      name={t.accountOf(me.fullName)}
      label={
        <>
          <Avatar name={me.fullName} url={me.avatarUrl} />
          <span className={`${styles.name} ${styles.wide}`}>{me.fullName}</span>
          <ChevronDown size={16} aria-hidden="true" className={styles.wide} />
        </>
      }
    >
      {(close) => (
        <>
          <div className={styles.who}>
            <strong>{me.fullName}</strong>
            <span className="dim small">{me.email}</span>
          </div>
          <ul className={styles.menu}>
            <li>
              <Link to="/profile" onClick={close}>
                <CircleUser size={18} aria-hidden="true" />
                {t.profile}
              </Link>
            </li>
            <li className={styles.phone}>
              <button type="button" onClick={() => chooseTheme(isDark ? 'light' : 'dark')}>
                <SunMoon size={18} aria-hidden="true" />
                {isDark ? texts.frame.light : texts.frame.dark}
              </button>
            </li>
            <li className={styles.wide}>
              <button
                type="button"
                onClick={() => {
                  close();
                  onKeys();
                }}
              >
                <Keyboard size={18} aria-hidden="true" />
                {t.keyList}
              </button>
            </li>
            <li>
              <button type="button" onClick={leave}>
                <LogOut size={18} aria-hidden="true" />
                {t.signOut}
              </button>
            </li>
          </ul>
        </>
      )}
    </DropPanel>
  );
}
