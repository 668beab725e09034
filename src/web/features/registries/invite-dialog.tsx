import type { Result } from '#contract/kernel/op.ts';
import type { registries } from '#contract/registries/registries.ts';
import { reasonWords } from '#domain/parties/contact-words.ts';
import { useRead } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { paramsOf, type Registry, type RegistryKindView } from './kind.ts';
import { registryTexts } from './texts.ts';

const t = registryTexts.invite;

type Preview = Result<typeof registries.invitationPreview>;

/** Says to how many a letter goes now, later and never, and why, before any is ordered. */
export function InviteDialog({
  view,
  registry,
  onClose,
}: {
  view: RegistryKindView;
  registry: Registry;
  onClose: () => void;
}) {
  const input = { params: paramsOf(registry) };
  const read = useRead(view.operations.invitationPreview, input);
  return (
    <Dialog title={t.label} onClose={onClose}>
      <div className="stack">
        <p>{t.ask}</p>
        <WithObject read={read}>{(preview) => <Foreseen preview={preview} />}</WithObject>
        <div>
          <MoveButton
            operation={view.operations.invite}
            input={input}
            label={t.submit}
            done={t.done}
            variant="primary"
            closed={read.data && goes(read.data) === 0 ? t.nobody : undefined}
            after={onClose}
          />
        </div>
      </div>
    </Dialog>
  );
}

/** How many letters go at all. */
const goes = ({ now, later }: Preview): number => later.reduce((sum, { count }) => sum + count, now);

function Foreseen({ preview: { now, later, never, lastAt, withoutAddress } }: { preview: Preview }) {
  return (
    <Facts
      items={[
        { label: t.now, value: now },
        { label: t.later, value: <Groups groups={later} /> },
        ...(lastAt === null ? [] : [{ label: t.lastAt, value: formatInstant(lastAt) }]),
        { label: t.never, value: <Groups groups={never} /> },
        { label: t.withoutAddress, value: withoutAddress },
      ]}
    />
  );
}

/** How many, and what the law says of them. */
function Groups({ groups }: { groups: Preview['never'] }) {
  if (groups.length === 0) return 0;
  return (
    <ul className="stack-tight">
      {groups.map(({ reason, count }) => (
        <li key={reason}>{t.group(count, reasonWords(reason, { kind: 'message' }))}</li>
      ))}
    </ul>
  );
}
