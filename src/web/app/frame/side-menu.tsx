import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type Section, useSections } from '#web/kit/page/sections.ts';
import { frameTexts } from '#web/kit/page/texts.ts';
import type { SectionGroup } from '#web/kit/page/web-module.ts';
import { texts } from '#web/kit/texts.ts';
import { Brand } from '#web/ui/display/brand.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './side-menu.module.css';

const groups = Object.entries(frameTexts.groups) as [SectionGroup, string][];

/** The sections of the person in their groups. With `onTurn` it is at the side and can be made narrow. */
export function SideMenu({ isNarrow = false, onTurn }: { isNarrow?: boolean; onTurn?: () => void }) {
  const sections = useSections();
  return (
    <nav aria-label={frameTexts.menu} className={styles.menu} data-narrow={isNarrow || undefined}>
      {onTurn && <HomeLink />}
      {groups.map(([group, title]) => (
        <Group key={group} title={title} sections={sections.filter((section) => section.group === group)} />
      ))}
      {onTurn && <Turn isNarrow={isNarrow} onTurn={onTurn} />}
    </nav>
  );
}

/** The brand, which leads to the first section. */
export function HomeLink() {
  return (
    <Link to="/dashboard/individuals" className={styles.brand} aria-label={texts.frame.home} activeProps={{}}>
      <Brand />
    </Link>
  );
}

function Group({ title, sections }: { title: string; sections: readonly Section[] }) {
  if (sections.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className={styles.group} aria-hidden="true">
        {title}
      </div>
      <ul>
        {sections.map(({ to, title, icon: Icon }) => (
          <li key={to}>
            <Link to={to} title={title} className={styles.item} activeOptions={{ includeSearch: false }}>
              <Icon size={20} aria-hidden="true" />
              <span className={styles.name}>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Turn({ isNarrow, onTurn }: { isNarrow: boolean; onTurn: () => void }) {
  const name = isNarrow ? frameTexts.widen : frameTexts.narrow;
  const Icon = isNarrow ? PanelLeftOpen : PanelLeftClose;
  return (
    <button type="button" className={`${styles.item} ${styles.turn}`} aria-label={name} title={name} onClick={onTurn}>
      <Icon size={20} aria-hidden="true" />
      <span className={styles.name}>{name}</span>
    </button>
  );
}
