import { certificates } from '#contract/documents/certificates.ts';
import { useRead } from '#web/kit/data/query.ts';
import { MoveButton } from '#web/kit/detail/move-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { SignButton } from '#web/kit/signing/sign-button.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { formatInstant } from '#web/ui/format.ts';
import { certificateRuleTexts as t } from './certificate-rule-texts.ts';

/** The rule by which a company's certificates are signed without a person: its text, who has signed it, and its end. */
export function CertificateRule({ legalEntityId }: { legalEntityId: number }) {
  const params = { id: legalEntityId };
  const { data } = useRead(certificates.rule, { params });
  if (!data) return null;
  const { version, text, sha256, signed } = data;
  const words = text.map((sentence) => <p key={sentence}>{sentence}</p>);
  return (
    <Card title={t.title}>
      <p>{signed ? t.on(signed.signer, formatInstant(signed.signedAt), signed.operationCode) : t.off}</p>
      {signed && <div className="stack-tight dim small">{words}</div>}
      <div className="row">
        {signed ? (
          <MoveButton
            operation={certificates.revokeRule}
            input={{ params }}
            label={t.revoke}
            ask={t.revokeAsk}
            done={t.revoked}
          />
        ) : (
          <Can op={certificates.signRule} params={params}>
            <SignButton
              code={{ operation: certificates.ruleCode, params }}
              signed={{
                operation: certificates.signRule,
                params,
                body: { version, textHash: sha256 },
                title: t.signTitle,
                what: <div className="stack-tight">{words}</div>,
                action: t.action,
                done: t.signed,
              }}
            >
              {t.sign}
            </SignButton>
          </Can>
        )}
      </div>
    </Card>
  );
}
