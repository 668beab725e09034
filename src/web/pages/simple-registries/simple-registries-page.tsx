import { useSearch } from '@tanstack/react-router';
import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { registryKinds } from '#web/features/registries/kinds.ts';
import { registriesOfAll, registriesOfCompany } from '#web/features/registries/registries-list.tsx';
import { UploadActions } from '#web/features/registries/upload/upload-actions.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { ListAbout, pageByViewer } from '#web/kit/list/by-viewer.tsx';
import { variantOf } from '#web/kit/list/definition.ts';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { ButtonLink, useNavigate } from '#web/ui/link.tsx';
import { commonSimpleEntryList } from './entries-list.tsx';
import styles from './simple-registries-page.module.css';
import { texts } from './texts.ts';

const OwnEntries = lazyPart(
  () => import('./own-entries.tsx'),
  (module) => module.OwnEntries,
);

const view = registryKinds.simple;

const own = (individualId: number) => <OwnEntries individualId={individualId} />;

const listOfAll = registriesOfAll(view, { operation: simpleRegistries.listOfAll });

const pageOfCompany = (legalEntityId: number) => <OfCompany legalEntityId={legalEntityId} />;

/** What debtors have accepted comes first: it is what the company has to work on. */
function OfCompany({ legalEntityId }: { legalEntityId: number }) {
  const { view: shown }: { view?: string } = useSearch({ strict: false });
  return shown === 'registries' ? (
    <ListAbout key="registries" make={registriesOf} about={[legalEntityId]} />
  ) : (
    <ListAbout key="accepted" make={acceptedBy} about={[legalEntityId]} />
  );
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
          void navigate({ to: '.', search: next === 'registries' ? { view: next } : {}, replace: true })
        }
      />
    </div>
  );
}

const acceptedBy = (legalEntityId: number) =>
  variantOf(commonSimpleEntryList, {
    screen: 'simple-accepted',
    title: texts.accepted.title,
    operation: simpleRegistries.acceptedEntries,
    params: { id: legalEntityId },
    actions: <UploadActions view={view} />,
    filters: { withoutFull: { label: texts.accepted.withoutFull } },
    beforeTable: (
      <>
        <Views shown="accepted" />
        <div className="row spread">
          <p className="dim">{texts.accepted.lead}</p>
          <ButtonLink to="/dashboard/registries">{texts.accepted.loadFull}</ButtonLink>
        </div>
      </>
    ),
    empty: texts.accepted.empty,
  });

const registriesOf = (legalEntityId: number) =>
  registriesOfCompany(
    view,
    { operation: simpleRegistries.list, beforeTable: <Views shown="registries" /> },
    legalEntityId,
  );

/** Simple registries: a person answers what concerns him, a company sees who has accepted, an operator all of them. */
export default pageByViewer({ own, all: listOfAll, ofCompany: { page: pageOfCompany } });
