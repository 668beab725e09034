import { audit } from '#contract/platform/audit.ts';
import { useRead } from '#web/kit/data/query.ts';
import { Can } from '#web/kit/session/can.tsx';
import { Notice } from '#web/ui/display/notice.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { texts } from './texts.ts';

const { verification: t } = texts;

/** Up to where the hash chain of the audit has been verified, for those who may know. */
export function VerificationLine() {
  return (
    <Can op={audit.verification}>
      <Line />
    </Can>
  );
}

function Line() {
  const { data } = useRead(audit.verification);
  if (!data) return null;
  const { last } = data;
  if (last === null) return <p className="dim">{t.none}</p>;
  const at = formatInstant(last.at);
  if (last.brokenAt !== null) return <Notice tone="danger">{t.broken(String(last.brokenAt), at)}</Notice>;
  return <p className="dim">{t.whole(String(last.upTo), at)}</p>;
}
