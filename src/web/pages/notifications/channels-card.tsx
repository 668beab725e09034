import { useState } from 'react';
import type { Result } from '#contract/kernel/op.ts';
import { deliveries } from '#contract/platform/deliveries.ts';
import { refresh, useWrite } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { ExternalLink } from '#web/ui/display/external-link.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { notify } from '#web/ui/overlays/notify.ts';
import { bindThisBrowser } from './bind-browser.ts';
import type { Choices } from './choices.ts';
import { texts } from './choices-texts.ts';

const t = texts.channels;

/** The channels of the platform, and how to be reached by each. */
export function ChannelsCard({ choices: { channels, browsers, messengerSince } }: { choices: Choices }) {
  return (
    <Card title={t.title}>
      <ul>
        {channels.map(({ code, label, missing }) => (
          <li key={code}>
            <strong>{label}</strong>: {missing ?? t.ready}
          </li>
        ))}
      </ul>
      {channels.some(({ code }) => code === 'push') && <Browsers browsers={browsers} />}
      {channels.some(({ code }) => code === 'messenger') && <Messenger since={messengerSince} />}
    </Card>
  );
}

function Browsers({ browsers }: { browsers: Choices['browsers'] }) {
  const [busy, setBusy] = useState(false);
  const bind = async () => {
    setBusy(true);
    const outcome = await bindThisBrowser();
    setBusy(false);
    if (outcome === 'bound') notify({ severity: 'success', summary: t.bound });
    else
      notify({
        severity: 'error',
        summary: typeof outcome === 'string' ? t[outcome] : outcome.failed,
      });
    await refresh();
  };
  return (
    <section className="stack">
      <h3>{t.browser}</h3>
      <ul>
        {browsers.map(({ id, browser, createdAt }) => (
          <li key={id} className="row spread">
            <span>
              {browser} <span className="dim small">{formatInstant(createdAt)}</span>
            </span>
            <MoveButton
              operation={deliveries.unbindBrowser}
              input={{ params: { id } }}
              label={t.unbindBrowser}
              name={t.unbindOf(browser)}
              done={t.unbound}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button busy={busy} onClick={() => void bind()}>
          {t.bindBrowser}
        </Button>
      </div>
    </section>
  );
}

function Messenger({ since }: { since: string | null }) {
  const [link, setLink] = useState<Result<typeof deliveries.linkMessenger>>();
  const ask = useWrite(deliveries.linkMessenger, {
    done: setLink,
    refused: ({ message }) => notify({ severity: 'error', summary: message }),
  });
  return (
    <section className="stack">
      <h3>{t.messenger}</h3>
      {since !== null && (
        <div className="row spread">
          <span>{t.since(formatInstant(since))}</span>
          <MoveButton operation={deliveries.unlinkMessenger} input={{}} label={t.unlinkMessenger} done={t.unlinked} />
        </div>
      )}
      {link && since === null && (
        <div className="stack-tight">
          <ExternalLink href={link.link}>{t.openMessenger}</ExternalLink>
          <p className="dim small">{t.linkUntil(formatInstant(link.expiresAt))}</p>
        </div>
      )}
      <div>
        <Button busy={ask.isPending} onClick={() => ask.mutate({})}>
          {t.linkMessenger}
        </Button>
      </div>
    </section>
  );
}
