import { useState } from 'react';
import { takenRows } from '#domain/registries/registry-import.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import { paramsOf, type Registry, type RegistryKindView } from './kind.ts';
import { registryTexts } from './texts.ts';

const LoadDialog = lazyPart(
  () => import('./load-dialog.tsx'),
  (module) => module.LoadDialog,
);
const InviteDialog = lazyPart(
  () => import('./invite-dialog.tsx'),
  (module) => module.InviteDialog,
);
const WithdrawDialog = lazyPart(
  () => import('./withdraw-dialog.tsx'),
  (module) => module.WithdrawDialog,
);

const t = registryTexts;

/** What the viewer may do with the registry now: the server says it with the registry itself. */
export function RegistryMoves({ view, registry }: { view: RegistryKindView; registry: Registry }) {
  // Its numbers follow the registry.
  const [isLoading, setLoading] = useState(false);
  const { moves, counts } = registry;
  const taken = takenRows(counts);
  const withdraw = () =>
    openDialog((close) => (
      <WithdrawDialog
        operation={view.operations.withdraw}
        params={paramsOf(registry)}
        version={registry.version}
        words={t.withdraw}
        onClose={close}
      />
    ));
  const invite = () => openDialog((close) => <InviteDialog view={view} registry={registry} onClose={close} />);
  return (
    <>
      {moves.includes('withdraw') && (
        <Button variant="danger" onClick={withdraw}>
          {t.withdraw.action}
        </Button>
      )}
      {moves.includes('invite') && <Button onClick={invite}>{t.invite.label}</Button>}
      {moves.includes('load') && (
        <Button variant="primary" closed={taken === 0 ? t.load.nothing : undefined} onClick={() => setLoading(true)}>
          {t.load.action(taken)}
        </Button>
      )}
      {isLoading && <LoadDialog view={view} registry={registry} onClose={() => setLoading(false)} />}
    </>
  );
}
