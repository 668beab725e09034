import { useState } from 'react';
import { requests } from '#contract/settlements/requests.ts';
import { DEBT_REASONS } from '#domain/negotiation/request-form.ts';
import { debtOfClaim } from '#domain/settlements/debt-structure.ts';
import { kopecks } from '#domain/values/money.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useUnsaved } from '#web/kit/unsaved.ts';
import { serverDay } from '#web/ui/clock.ts';
import { Card } from '#web/ui/display/card.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { useNavigate } from '#web/ui/link.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { limitationShown, RecognitionNote } from '../claims/limitation.tsx';
import type { OwnClaim } from '../claims/next-step.ts';
import { ConsentNeeded } from '../consents/needed.tsx';
import { desiredTermsOf } from '../plan/desired-plan.ts';
import { PlanBuilder } from '../plan/plan-builder.tsx';
import { build, draftOf } from '../plan/plan-draft.ts';
import { usePlanContext } from '../plan/use-plan-context.ts';
import { applyTexts } from './apply-texts.ts';

const t = applyTexts;

/** A request about a claim: how much its debtor is ready to pay and how, and why it has not been paid. */
export function Apply({ claim, individualId }: { claim: OwnClaim; individualId: number }) {
  const navigate = useNavigate();
  const context = usePlanContext(() => ({
    debt: debtOfClaim((part) => claim[`${part}Amount`]),
    by: 'individual',
    before: null,
    today: serverDay(),
  }));
  const [initial] = useState(() => draftOf(kopecks(claim.totalAmount), 6, context.today));
  const [draft, setDraft] = useState(initial);
  const letGo = useUnsaved(draft !== initial);
  const built = build(draft, context);
  const form = useOperationForm({
    operation: requests.createByEntry,
    params: { id: individualId, leId: claim.legalEntityId, regId: claim.registryId, entryId: claim.id },
    initial: { debtReason: '', comment: '', plan: '' },
    check: ({ debtReason }): Record<string, string> => ({
      ...(debtReason === '' && { debtReason: t.choose }),
      ...(Object.keys(built.problems).length > 0 && { plan: Object.values(built.problems)[0] }),
    }),
    body: ({ debtReason, comment }) => ({
      ...limitationShown(claim),
      ...(debtReason !== '' && { debtReason }),
      ...(comment.trim() !== '' && { comment }),
      ...desiredTermsOf(draft, built),
    }),
    done: async ({ id }) => {
      letGo();
      notify({ severity: 'success', summary: t.sent });
      await refresh();
      await navigate({ to: `/request-${individualId}-${id}`, replace: true });
    },
  });
  return (
    <PlanBuilder isDesired draft={draft} context={context} built={built} onDraft={setDraft}>
      <p className="dim small">{t.fee}</p>
      <RecognitionNote of={claim} act={t.act} />
      <ConsentNeeded kind="personal-data-creditor" />
      <Card>
        <Form form={form} action={t.send}>
          <SelectField
            {...form.field('debtReason')}
            label={t.reason}
            choices={[['', t.choose], ...Object.entries(DEBT_REASONS)]}
          />
          <TextArea {...form.field('comment')} label={t.comment} hint={t.commentHint} maxLength={1000} optional />
        </Form>
        <p className="dim small">{t.after}</p>
      </Card>
    </PlanBuilder>
  );
}
