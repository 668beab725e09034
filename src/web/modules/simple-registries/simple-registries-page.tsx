import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { simpleRegistries } from '#contract/simple-registries.ts';
import { OwnList } from '#web/app/claims/own-list.tsx';
import { type OwnSimple, SimpleCard } from '#web/app/claims/simple-card.tsx';
import { debtTexts } from '#web/app/claims/texts.ts';
import { ListScreen } from '#web/app/list/screen.tsx';
import { registryKinds } from '#web/app/registry/kinds.ts';
import { registriesList } from '#web/app/registry/registries-list.tsx';
import { registryTexts } from '#web/app/registry/texts.ts';
import { UploadActions } from '#web/app/registry/upload-actions.tsx';
import { verdict } from '#web/app/session/access.ts';
import { useCompany } from '#web/app/session/company.ts';
import { useMe } from '#web/app/session/session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { simpleEntriesList } from './entries-list.tsx';
import styles from './simple-registries-page.module.css';
import { texts } from './texts.ts';

const view = registryKinds.simple;

/** Simple registries: a person answers what concerns him, a company sees who has accepted, an operator all of them. */
export default function SimpleRegistriesPage() {
  const me = useMe();
  const company = useCompany();
  if (me?.individualId) {
    const { individualId } = me;
    return (
      <OwnList operation={simpleRegistries.own} individualId={individualId} words={debtTexts.simple}>
        {(entry: OwnSimple) => <SimpleCard entry={entry} individualId={individualId} />}
      </OwnList>
    );
  }
  if (verdict(simpleRegistries.listOfAll, me) !== 'no') return <ListScreen list={listOfAll} />;
  if (company) return <Own key={company.id} companyId={company.id} />;
  return (
    <div className="stack">
      <h1>{view.section.title}</h1>
      <p className="dim">{texts.noCompany}</p>
    </div>
  );
}

const listOfAll = registriesList(
  view,
  { operation: simpleRegistries.listOfAll, empty: registryTexts.empty.watch },
  true,
);

/** What debtors have accepted comes first: it is what the company has to work on. */
function Own({ companyId }: { companyId: number }) {
  const { view: shown }: { view?: string } = useSearch({ strict: false });
  return shown === 'registries' ? <Registries companyId={companyId} /> : <Accepted companyId={companyId} />;
}

function Views({ shown }: { shown: 'accepted' | 'registries' }) {
  const navigate = useNavigate();
  const { label, accepted, registries } = texts.views;
  return (
    <div className={styles.views}>
      <Segmented
        label={label}
        value={shown}
        choices={{ accepted, registries }}
        onChange={(next) =>
          void navigate({ to: '.', search: (next === 'registries' ? { view: next } : {}) as never, replace: true })
        }
      />
    </div>
  );
}

function Accepted({ companyId }: { companyId: number }) {
  const list = useMemo(
    () =>
      simpleEntriesList(
        {
          screen: 'simple-accepted',
          title: texts.accepted.title,
          operation: simpleRegistries.acceptedEntries,
          params: { id: companyId },
          actions: <UploadActions view={view} />,
          filters: { withoutFull: { label: texts.accepted.withoutFull } },
          lead: (
            <>
              <Views shown="accepted" />
              <div className="row spread">
                <p className="dim">{texts.accepted.lead}</p>
                <ButtonLink to="/dashboard/registries">{texts.accepted.loadFull}</ButtonLink>
              </div>
            </>
          ),
          empty: texts.accepted.empty,
        },
        { isOfOne: false },
      ),
    [companyId],
  );
  return <ListScreen list={list} />;
}

function Registries({ companyId }: { companyId: number }) {
  const list = useMemo(
    () =>
      registriesList(
        view,
        {
          operation: simpleRegistries.list,
          params: { id: companyId },
          actions: <UploadActions view={view} />,
          lead: <Views shown="registries" />,
          empty: (
            <>
              <strong>{registryTexts.empty.title}</strong>
              <span>{registryTexts.empty.upload}</span>
            </>
          ),
        },
        false,
      ),
    [companyId],
  );
  return <ListScreen list={list} />;
}
