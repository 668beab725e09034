import { useRead } from '#web/kit/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/display/progress.tsx';
import type { Href } from '#web/ui/href.ts';
import { Link } from '#web/ui/link.tsx';
import { paramsOf } from '../kind.ts';
import { registryKinds } from '../kinds.ts';
import { registryTexts } from '../texts.ts';
import { dismissTask, isOnItsWay, type RegistryTask, stopTask } from './tasks.ts';

const t = registryTexts.tray;

/** A file on its way, or what the server makes of it, among the background tasks. */
export default function RegistryTaskItem({ task }: { task: RegistryTask }) {
  const { key, name, state } = task;
  const share = state.is === 'sending' ? Math.floor(state.share * 100) : undefined;
  return (
    <>
      <strong>{name}</strong>
      {share !== undefined && (
        <>
          <span className="dim small">{t.sending(share)}</span>
          <Progress label={name} value={share} />
        </>
      )}
      {state.is === 'followed' && <AtWork task={task} registryId={state.registryId} />}
      {state.is === 'over' && <span className="dim small">{state.words}</span>}
      {state.is === 'failed' && (
        <span role="alert" className="small">
          {t.failed}: {state.message}
        </span>
      )}
      <div className="row">
        {'registryId' in state && <Link to={hrefOf(task, state.registryId)}>{t.open}</Link>}
        {share !== undefined && (
          <Button variant="quiet" onClick={() => stopTask(key)}>
            {t.cancel}
          </Button>
        )}
        {!isOnItsWay(task) && (
          <Button variant="quiet" onClick={() => dismissTask(key)}>
            {t.dismiss}
          </Button>
        )}
      </div>
    </>
  );
}

const hrefOf = ({ kind, legalEntityId }: RegistryTask, id: number): Href =>
  registryKinds[kind].hrefOf({ id, legalEntityId });

function AtWork({ task, registryId }: { task: RegistryTask; registryId: number }) {
  const { kind, legalEntityId, name } = task;
  const params = paramsOf({ id: registryId, legalEntityId });
  const { data } = useRead(registryKinds[kind].operations.get, { params });
  return (
    <>
      <span className="dim small">{registryTexts.phases[data?.phase ?? 'waiting']}</span>
      <Progress label={name} value={data?.progress ?? null} />
    </>
  );
}
