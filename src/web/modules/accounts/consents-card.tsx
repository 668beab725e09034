import { accounts } from '#contract/auth.ts';
import { useRead } from '#web/app/data/query.ts';
import { Card } from '#web/ui/card.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { Loaded } from './loaded.tsx';
import styles from './profile.module.css';
import { texts } from './texts.ts';

const t = texts.consents;

/** What the person has agreed to, each document by itself. */
export function ConsentsCard() {
  const consents = useRead(accounts.myConsents);
  return (
    <Card title={t.title}>
      <Loaded read={consents}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="dim">{t.empty}</p>
          ) : (
            <ul className={styles.items}>
              {items.map(({ id, title, version, givenAt, revokedAt }) => (
                <li key={id} className={styles.item}>
                  <div>
                    <p>{title}</p>
                    <p className="dim small">
                      {[
                        t.version(version),
                        t.given(formatInstant(givenAt)),
                        revokedAt && t.revoked(formatInstant(revokedAt)),
                      ]
                        .filter(Boolean)
                        .join(', ')}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
