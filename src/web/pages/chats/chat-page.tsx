import { useParams, useSearch } from '@tanstack/react-router';
import type { Result } from '#contract/kernel/op.ts';
import { chats } from '#contract/settlements/chats.ts';
import styles from '#web/features/chat/chat.module.css';
import { TalkView } from '#web/features/chat/talk-view.tsx';
import { useRead } from '#web/kit/data/query.ts';
import type { Query } from '#web/kit/data/query-string.ts';
import { WithObject } from '#web/kit/detail/with-object.tsx';
import { Breadcrumbs } from '#web/kit/page/breadcrumbs.tsx';
import { usePageTitle } from '#web/kit/page/page-title.ts';
import type { Href } from '#web/ui/href.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { texts as t } from './texts.ts';

type Info = Result<typeof chats.info>;

/** One talk, over the whole screen; the address may name the message at which it is opened. */
export default function ChatPage() {
  const { id } = useParams({ strict: false });
  const read = useRead(chats.info, { params: { id: Number(id) } });
  return <WithObject read={read}>{(info) => <Shown key={info.id} info={info} />}</WithObject>;
}

function Shown({ info }: { info: Info }) {
  const { message }: Query = useSearch({ strict: false });
  const at = /^[1-9]\d{0,8}$/.test(String(message)) ? Number(message) : undefined;
  const title = [info.title, info.about].filter(Boolean).join(', ');
  const about = aboutOf(info);
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <Breadcrumbs above={[t.section]} here={title} />
      <div className="row spread">
        <h1>{title}</h1>
        {about && <ButtonLink to={about}>{t.about}</ButtonLink>}
      </div>
      <TalkView id={info.id} at={at} />
    </div>
  );
}

/** The page of what the talk is about. */
function aboutOf({ settlementId, requestId, individualId, registryId, legalEntityId }: Info): Href | undefined {
  if (settlementId !== null) return `/settlement-${settlementId}` as Href;
  if (requestId !== null) return `/request-${individualId}-${requestId}` as Href;
  return registryId === null ? undefined : (`/registry-${legalEntityId}-${registryId}` as Href);
}
