import { auth } from '#contract/access/auth.ts';
import type { Result } from '#contract/kernel/op.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { factsOf } from '#web/kit/list/preview.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { useNavigate } from '#web/ui/link.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import { texts as t } from './texts.ts';

type Row = Result<typeof auth.registrationTokens>['items'][number];

/** An invitation or a registration; one that nobody has answered can be sent again or taken back. */
export function InvitePreview({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  const navigate = useNavigate();
  const { id, email, status } = row;
  const params = { id };
  const isOpen = status === 'pending';
  // A link that is sent again is another one: the look stays with the person, not with the dead link.
  const follow = ({ id: fresh }: Result<typeof auth.resendRegistrationToken>) =>
    navigate({ to: '.', search: (now: object) => ({ ...now, preview: fresh }), replace: true });
  return (
    <>
      <Facts items={factsOf(columns, row)} />
      <div className="row">
        {(isOpen || status === 'expired') && (
          <Can op={auth.resendRegistrationToken} params={params}>
            <MoveButton
              operation={auth.resendRegistrationToken}
              input={{ params }}
              label={t.resend}
              done={t.resent}
              after={follow}
            />
          </Can>
        )}
        {isOpen && (
          <Can op={auth.revokeRegistrationToken} params={params}>
            <MoveButton
              operation={auth.revokeRegistrationToken}
              input={{ params }}
              label={t.revoke}
              ask={t.revokeAsk(email)}
              done={t.revoked}
              variant="danger"
            />
          </Can>
        )}
      </div>
    </>
  );
}
