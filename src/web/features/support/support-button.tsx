import { chats } from '#contract/settlements/chats.ts';
import { useWrite } from '#web/kit/data/query.ts';
import { Can } from '#web/kit/session/can.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Href } from '#web/ui/href.ts';
import { useNavigate } from '#web/ui/link.tsx';

const label = 'Написать в поддержку';

/** The way to those who support: the one talk that everybody has with them. */
export function SupportButton() {
  const navigate = useNavigate();
  const support = useWrite(chats.ofSupport, {
    done: ({ id }) => navigate({ to: `/chat-${id}` as Href }),
  });
  return (
    <Can op={chats.ofSupport}>
      <Button busy={support.isPending} onClick={() => support.mutate({})}>
        {label}
      </Button>
    </Can>
  );
}
