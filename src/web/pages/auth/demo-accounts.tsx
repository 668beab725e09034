import { useState } from 'react';
import { type DemoEntrance, demoEntranceId } from '#contract/kernel/demo-entrance.ts';
import { Card } from '#web/ui/display/card.tsx';
import styles from './demo-accounts.module.css';
import { texts } from './texts.ts';

const t = texts.demo;

type Kind = DemoEntrance['groups'][number]['kind'];

/** The account that was pressed; each press is an attempt of its own. */
export interface Chosen {
  kind: Kind;
  login: string;
  password: string;
  attempt: number;
}

function readEntrance(): DemoEntrance | undefined {
  const data = document.getElementById(demoEntranceId)?.textContent;
  return data ? (JSON.parse(data) as DemoEntrance) : undefined;
}

/** The accounts of a demonstration, each a button that signs in; a configured server names none. */
export function DemoAccounts({ onChoose }: { onChoose: (chosen: Chosen) => void }) {
  const [entrance] = useState(readEntrance);
  const [attempt, setAttempt] = useState(1);
  if (!entrance) return null;
  const { groups, password } = entrance;
  const choose = (kind: Kind, login: string) => {
    setAttempt(attempt + 1);
    onChoose({ kind, login, password, attempt });
  };
  return (
    <Card title={t.title} className={styles.card}>
      <p className="dim">{t.lead}</p>
      {groups.map(({ title, kind, accounts }) => (
        <section key={title}>
          <h3 className={styles.group}>{title}</h3>
          {accounts.map(({ login, name, about }) => (
            <button type="button" key={login} className={styles.account} onClick={() => choose(kind, login)}>
              <span className={styles.name}>{name}</span>
              <span className="dim small">{about}</span>
            </button>
          ))}
        </section>
      ))}
    </Card>
  );
}
