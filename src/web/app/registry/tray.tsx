import { Link, useLocation } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { registryImport } from '#domain/registry-import.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { useFollow } from '../data/query.ts';
import { isUnderWay, paramsOf, type Registry } from './kind.ts';
import { registryKinds } from './kinds.ts';
import { dismissTask, stopTask, type Task, useTasks } from './tasks.ts';
import { registryTexts } from './texts.ts';
import styles from './tray.module.css';

const t = registryTexts.tray;
type Followed = Task & { state: { is: 'followed' } };
const isFollowed = (task: Task): task is Followed => task.state.is === 'followed';

/** «Фоновые задачи»: what is on its way while the person is on another page. */
export default function Tray() {
  const tasks = useTasks();
  const { pathname } = useLocation();
  // The page of a registry tells by itself how far it is.
  const away = tasks.filter((task) => !isFollowed(task) || hrefOf(task) !== pathname);
  const here = tasks.find((task) => isFollowed(task) && hrefOf(task) === pathname);
  return (
    <>
      {here && isFollowed(here) && <Forgotten task={here} />}
      {away.length > 0 && (
        <section aria-label={t.title} className={styles.tray}>
          <h2 className={styles.title}>{t.title}</h2>
          <ul className={styles.tasks}>
            {away.map((task) => (
              <li key={task.key} className={styles.task}>
                {isFollowed(task) ? <AtWork task={task} /> : <OnItsWay task={task} />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const hrefOf = ({ kind, legalEntityId, state }: Followed): string =>
  registryKinds[kind].hrefOf({ id: state.registryId, legalEntityId });

const useTaskRegistry = ({ kind, legalEntityId, state }: Followed) =>
  useFollow(registryKinds[kind].operations.get, isUnderWay, {
    params: paramsOf({ id: state.registryId, legalEntityId }),
  });

/** Whoever has seen the end of a task on its own page need not be told again. */
function Forgotten({ task }: { task: Followed }) {
  const { data, error } = useTaskRegistry(task);
  const isOver = error !== null || (data !== undefined && !isUnderWay(data));
  useEffect(() => {
    if (isOver) dismissTask(task.key);
  }, [isOver, task.key]);
  return null;
}

function OnItsWay({ task: { key, name, state } }: { task: Task }) {
  if (state.is === 'failed') {
    return (
      <Line name={name} action={<Dismiss task={{ key, name }} />}>
        <p role="alert" className={styles.failed}>
          {t.failed}: {state.message}
        </p>
      </Line>
    );
  }
  const share = state.is === 'sending' ? Math.floor(state.share * 100) : 0;
  return (
    <Line
      name={name}
      action={
        <Button look="quiet" icon aria-label={t.cancel(name)} onClick={() => stopTask(key)}>
          <X size={16} aria-hidden="true" />
        </Button>
      }
    >
      <p className="dim small">{t.sending(share)}</p>
      <Progress label={name} value={share} />
    </Line>
  );
}

function AtWork({ task }: { task: Followed }) {
  const { data, error } = useTaskRegistry(task);
  const isGoing = data ? isUnderWay(data) : !error;
  return (
    <Line name={task.name} action={!isGoing && <Dismiss task={task} />}>
      <p role="status" className="dim small">
        {error ? error.message : data && sayingOf(data)}
      </p>
      {isGoing && <Progress label={task.name} value={data?.progress ?? null} />}
      <Link to={hrefOf(task) as never}>{t.open}</Link>
    </Line>
  );
}

function sayingOf(registry: Registry): string {
  if (isUnderWay(registry)) return registryTexts.phases[registry.phase ?? 'waiting'];
  if (registry.status === 'ready') return t.ready;
  return registryImport.label(registry.status);
}

function Line({ name, action, children }: { name: string; action: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className={styles.what}>
        <p className={styles.name} title={name}>
          {name}
        </p>
        {children}
      </div>
      {action}
    </>
  );
}

const Dismiss = ({ task: { key, name } }: { task: Pick<Task, 'key' | 'name'> }) => (
  <Button look="quiet" icon aria-label={t.dismiss(name)} onClick={() => dismissTask(key)}>
    <X size={16} aria-hidden="true" />
  </Button>
);
