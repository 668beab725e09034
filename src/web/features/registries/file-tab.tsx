import { registryBases } from '#domain/registries/registry-import.ts';
import { formatBytes } from '#domain/values/bytes.ts';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { formatDayOf, formatInstant } from '#web/ui/format.ts';
import { Link } from '#web/ui/link.tsx';
import { entryTexts } from './entry-texts.ts';
import { paramsOf, type Registry, type RegistryKindView } from './kind.ts';
import { registryTexts } from './texts.ts';

const t = registryTexts.file;

/** The file itself: who brought it when, on what ground, and the way to have it back as it was. */
export function FileTab({ view, registry }: { view: RegistryKindView; registry: Registry }) {
  const { replaces, notes, basisNumber, basisDate } = registry;
  const params = paramsOf(registry);
  return (
    <Card title={t.title}>
      <Facts
        items={[
          { label: t.name, value: registry.fileName },
          { label: t.size, value: formatBytes(registry.fileSize) },
          { label: t.uploadedBy, value: registry.uploadedBy },
          { label: t.createdAt, value: formatInstant(registry.createdAt) },
          { label: t.loadedAt, value: registry.loadedAt && formatInstant(registry.loadedAt) },
          { label: t.basis, value: registryBases[registry.basis] },
          { label: t.basisDeed, value: t.deed(basisNumber, basisDate && formatDayOf(basisDate)) },
          ...(replaces ? [{ label: t.replaces, value: <Replaced view={view} registry={registry} /> }] : []),
        ]}
      />
      {notes.length > 0 && (
        <section>
          <h3>{t.notes}</h3>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      <div>
        <Can op={view.operations.download} params={params}>
          <DownloadButton operation={view.operations.download} params={params}>
            {t.download}
          </DownloadButton>
        </Can>
      </div>
    </Card>
  );
}

function Replaced({ view, registry }: { view: RegistryKindView; registry: Registry }) {
  const { legalEntityId, replaces } = registry;
  return <Link to={view.hrefOf({ id: replaces!.id, legalEntityId })}>{entryTexts.ofRegistry(replaces!.number)}</Link>;
}
