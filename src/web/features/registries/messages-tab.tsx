import { useEffect } from 'react';
import { call } from '#web/kit/data/api.ts';
import { refresh, useReadAll } from '#web/kit/data/query.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { paramsOf, type Registry, type RegistryKindView } from './kind.ts';
import styles from './messages-tab.module.css';
import { registryTexts } from './texts.ts';

const t = registryTexts.messages;

/** What the system has to say about the registry. Whoever opens them has read them. */
export function MessagesTab({ view, registry }: { view: RegistryKindView; registry: Registry }) {
  const { id, legalEntityId, unreadMessages } = registry;
  const params = paramsOf({ id, legalEntityId });
  const read = useReadAll(view.operations.messages, { params });
  const { readMessages } = view.operations;
  useEffect(() => {
    if (unreadMessages === 0) return;
    const tell = async () => {
      await call(readMessages, { params: paramsOf({ id, legalEntityId }) });
      await refresh();
    };
    // Not being told that they were read only leaves them unread.
    void tell().catch(() => {});
  }, [readMessages, id, legalEntityId, unreadMessages]);
  return (
    <Card>
      <WithObject read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="dim">{t.empty}</p>
          ) : (
            <ol className={styles.messages}>
              {items.map((message) => (
                <li key={message.id}>
                  <p>{message.text}</p>
                  <p className="dim small">
                    <time dateTime={message.createdAt}>{formatInstant(message.createdAt)}</time>
                  </p>
                </li>
              ))}
            </ol>
          )
        }
      </WithObject>
    </Card>
  );
}
