import { useState } from 'react';
import type { Request } from '#contract/kernel/op.ts';
import { useWrite } from '#web/kit/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { paramsOf, type Registry, type RegistryKindView } from '../kind.ts';
import { registryTexts } from '../texts.ts';
import { followRegistry } from '../upload/tasks.ts';
import styles from './mapping-tab.module.css';

const t = registryTexts.mapping;

type Mapping = Request<RegistryKindView['operations']['map']>['body']['mapping'][number];

/** Which column each heading of the file is; changed by whom that is allowed, and then remembered for the company. */
export function MappingTab({ view, registry }: { view: RegistryKindView; registry: Registry }) {
  const { headers, mapped, moves, version } = registry;
  const [chosen, setChosen] = useState(() => headers.map(({ column }) => column));
  const write = useWrite(view.operations.map);
  const canMap = moves.includes('map');
  const twice = view.columns.find(({ code }) => chosen.filter((one) => one === code).length > 1);
  const missing = view.columns.filter(({ code, required }) => required && !chosen.includes(code));
  const isChanged = headers.some(({ column }, index) => column !== chosen[index]);
  const save = () => {
    const mapping = headers.map(({ header }, index) => ({
      header,
      column: (chosen[index] ?? null) as Mapping['column'],
    }));
    write.mutate(
      { params: paramsOf(registry), body: { mapping, version } },
      {
        onSuccess: (fresh) => {
          notify({ severity: 'success', summary: t.done });
          followRegistry(view.kind, fresh);
        },
        onError: ({ message }) => notify({ severity: 'error', summary: registryTexts.failed, detail: message }),
      },
    );
  };
  if (headers.length === 0) return <Card title={t.title}>{t.none}</Card>;
  return (
    <Card title={t.title}>
      {mapped && <p className="dim">{t.saved}</p>}
      {canMap && <p>{t.lead}</p>}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t.header}</th>
            <th scope="col">{t.column}</th>
          </tr>
        </thead>
        <tbody>
          {headers.map(({ header }, index) => (
            // Two columns of a file may have the same heading.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={`${index} ${header}`}>
              <th scope="row">{header}</th>
              <td>
                <select
                  aria-label={t.choose(header)}
                  disabled={!canMap}
                  className={styles.select}
                  value={chosen[index] ?? ''}
                  onChange={({ target }) =>
                    setChosen(chosen.map((one, at) => (at === index ? target.value || null : one)))
                  }
                >
                  <option value="">{t.skip}</option>
                  {view.columns.map(({ code, header: name, required }) => (
                    <option key={code} value={code}>
                      {required ? `${name} *` : name}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {twice && <Notice tone="danger">{t.twice(twice.header)}</Notice>}
      {missing.length > 0 && (
        <Notice tone="warning">{t.missing(missing.map(({ header }) => header).join(', '))}</Notice>
      )}
      {canMap && isChanged && !twice && (
        <div>
          <Button variant="primary" busy={write.isPending} onClick={save}>
            {t.save}
          </Button>
        </div>
      )}
    </Card>
  );
}
