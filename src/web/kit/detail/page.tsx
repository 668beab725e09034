import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChosenInView } from '#web/ui/chosen-in-view.ts';
import type { Href } from '#web/ui/href.ts';
import { Link } from '#web/ui/link.tsx';
import { Breadcrumbs } from '../page/breadcrumbs.tsx';
import { usePageTitle } from '../page/page-title.ts';
import styles from './page.module.css';
import { detailTexts as t } from './texts.ts';

/** A part of the card; the address says which one is open. */
export interface Tab {
  key: string;
  title: string;
  content: ReactNode;
  /** It takes the whole width, as a list does; the timeline waits for another part. */
  wide?: boolean;
}

export interface DetailPageProps {
  /** The way above the name: the sections and objects it belongs to; none for whoever has no such list. */
  above: readonly { to: Href; title: string }[];
  title: string;
  /** How somebody looks, before his name. */
  picture?: ReactNode;
  status: ReactNode;
  /** What is to be known at a glance. */
  figures: readonly (readonly [title: string, value: ReactNode])[];
  actions: ReactNode;
  /** What is between the header and the tabs: decisions that wait, remarks. */
  notices?: ReactNode;
  /** The first one is open unless the address says otherwise. */
  tabs: readonly Tab[];
  /** What happened lately, beside the tabs where there is room. */
  timeline?: ReactNode;
}

/** The frame of every object: who it is and in which status, what may be done next, its parts, what has happened. */
export function DetailPage(props: DetailPageProps) {
  const { above, title, picture, status, figures, actions, notices, tabs, timeline } = props;
  const { tab: asked }: { tab?: string } = useSearch({ strict: false });
  const open = tabs.find(({ key }) => key === asked) ?? tabs[0]!;
  const isAside = timeline && open.key !== historyTab && !open.wide;
  const strip = useChosenInView<HTMLElement>(open.key);
  usePageTitle(title);
  return (
    <div className={styles.page}>
      {above.length > 0 && <Breadcrumbs above={above} here={title} />}
      <header className={styles.head}>
        {picture}
        <h1>{title}</h1>
        {status}
        <div className={styles.actions}>{actions}</div>
      </header>
      <dl aria-label={t.figures} className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notices}
      {tabs.length > 1 && (
        <nav ref={strip} aria-label={t.tabs} className={styles.tabs}>
          {tabs.map(({ key, title: name }) => (
            <Link
              key={key}
              to="."
              search={key === tabs[0]!.key ? {} : { tab: key }}
              aria-current={key === open.key ? 'page' : undefined}
              activeProps={{}}
              activeOptions={{ exact: true, includeSearch: true }}
              className={key === open.key ? styles.open : undefined}
              replace
              resetScroll={false}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      <div className={isAside ? styles.beside : undefined}>
        <div className="stack">{open.content}</div>
        {isAside && <aside className={styles.aside}>{timeline}</aside>}
      </div>
    </div>
  );
}

/** The tab that holds the history in full; beside it the timeline would only say the same twice. */
export const historyTab = 'history';
