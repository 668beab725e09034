import { useMemo } from 'react';
import { allRegistries, registries } from '#contract/registries.ts';
import { ListScreen } from '#web/app/list/screen.tsx';
import { registryKinds } from '#web/app/registry/kinds.ts';
import { registriesList } from '#web/app/registry/registries-list.tsx';
import { registryTexts as t } from '#web/app/registry/texts.ts';
import { UploadActions } from '#web/app/registry/upload-actions.tsx';
import { verdict } from '#web/app/session/access.ts';
import { useCompany } from '#web/app/session/company.ts';
import { useMe } from '#web/app/session/session.ts';
import { texts } from './texts.ts';

const view = registryKinds.full;

/** The registries of all companies for whoever may see them; of the company for which one works now otherwise. */
export default function RegistriesPage() {
  const me = useMe();
  const company = useCompany();
  if (verdict(allRegistries.list, me) !== 'no') return <ListScreen list={listOfAll} />;
  if (company) return <Own key={company.id} companyId={company.id} />;
  return (
    <div className="stack">
      <h1>{view.section.title}</h1>
      <p className="dim">{texts.entries.noCompany}</p>
    </div>
  );
}

const listOfAll = registriesList(
  view,
  { operation: allRegistries.list, excel: allRegistries.registriesExport, empty: t.empty.watch },
  true,
);

function Own({ companyId }: { companyId: number }) {
  const list = useMemo(
    () =>
      registriesList(
        view,
        {
          operation: registries.list,
          params: { id: companyId },
          actions: <UploadActions view={view} />,
          empty: (
            <>
              <strong>{t.empty.title}</strong>
              <span>{t.empty.upload}</span>
            </>
          ),
        },
        false,
      ),
    [companyId],
  );
  return <ListScreen list={list} />;
}
