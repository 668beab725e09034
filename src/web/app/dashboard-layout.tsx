import { Link, type LinkProps, Outlet } from '@tanstack/react-router';
import { Building2, CircleUser, LogOut, type LucideIcon, Users } from 'lucide-react';
import { useState } from 'react';
import { individuals } from '#contract/individuals.ts';
import type { Operation } from '#contract/kernel/op.ts';
import { legalEntities } from '#contract/legal-entities.ts';
import { Brand } from '#web/ui/brand.tsx';
import { Button } from '#web/ui/button.tsx';
import { Library } from '#web/ui/library.tsx';
import { Can } from './can.tsx';
import styles from './dashboard-layout.module.css';
import { signOut, useMe } from './session.ts';
import { texts } from './texts.ts';
import { ThemeButton } from './theme-button.tsx';

interface Section {
  to: LinkProps['to'];
  title: string;
  /** What an individual calls it. */
  ownTitle?: string;
  icon: LucideIcon;
  /** A section is there for those who may ask for its list. */
  op: Operation;
}

const sections: readonly Section[] = [
  {
    to: '/dashboard/individuals',
    title: texts.pages.individuals,
    ownTitle: texts.pages.own,
    icon: Users,
    op: individuals.list,
  },
  { to: '/dashboard/legal-entities', title: texts.pages.legalEntities, icon: Building2, op: legalEntities.list },
];

/** The frame of signed-in people: sections at the side (at the bottom of a phone), the person above. */
export default function DashboardLayout() {
  return (
    <Library>
      <div className={styles.layout}>
        <a href="#main" className={styles.skip}>
          {texts.frame.skip}
        </a>
        <TopBar />
        <nav aria-label={texts.frame.menu} className={styles.side}>
          <HomeLink />
          <ul className={styles.menu}>
            {sections.map((section) => (
              <Can key={section.title} op={section.op}>
                <MenuItem section={section} />
              </Can>
            ))}
          </ul>
        </nav>
        <main id="main" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
      </div>
    </Library>
  );
}

function HomeLink() {
  return (
    <Link to="/dashboard/individuals" className={styles.brand} aria-label={texts.frame.home} activeProps={{}}>
      <Brand />
    </Link>
  );
}

function MenuItem({ section: { to, title, ownTitle = title, icon: Icon } }: { section: Section }) {
  const isOwn = useMe()?.kind === 'individual';
  return (
    <li>
      <Link to={to} activeOptions={{ includeSearch: false }}>
        <Icon size={20} aria-hidden="true" />
        {isOwn ? ownTitle : title}
      </Link>
    </li>
  );
}

function TopBar() {
  const me = useMe();
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    // Without a connection the session ends on this device all the same.
    signOut().catch(() => {});
  };
  return (
    <header className={styles.top}>
      <HomeLink />
      <ThemeButton />
      <Link
        to="/profile"
        className={styles.person}
        title={me?.fullName}
        aria-label={texts.frame.profileOf(me?.fullName ?? '')}
      >
        <CircleUser size={20} aria-hidden="true" />
        <span className={`${styles.name} ${styles.wide}`}>{me?.fullName}</span>
      </Link>
      <Button look="quiet" busy={leaving} aria-label={texts.frame.signOut} onClick={leave}>
        <LogOut size={20} aria-hidden="true" />
        <span className={styles.wide}>{texts.frame.signOut}</span>
      </Button>
    </header>
  );
}
