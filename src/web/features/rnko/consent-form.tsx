import { WANTED_LEVELS, type WantedLevel } from '#domain/parties/rnko.ts';
import { call } from '#web/kit/data/api.ts';
import { refresh } from '#web/kit/data/query.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { notify } from '#web/ui/overlays/notify.ts';
import { DocumentText } from '../consents/document-text.tsx';
import { identityOf, type Profile, type RnkoOwner } from './identity-card.tsx';
import { rnkoTexts } from './texts.ts';

const t = rnkoTexts.identity;

/** Signs the consent and sends what is known: one button for the two steps. */
export function ConsentForm({ owner, id, profile }: { owner: RnkoOwner; id: number; profile: Profile }) {
  const { prepare, submit } = identityOf[owner];
  const params = { id };
  const form = useOperationForm({
    operation: prepare,
    params,
    initial: { level: defaultLevel(owner, profile), consent: false },
    body: ({ level, consent }) => ({ level, consent }),
    done: async () => {
      await call(submit, { params });
      notify({ severity: 'success', summary: t.sent });
      await refresh();
    },
  });
  const { title, body } = profile.consent;
  return (
    <Form form={form} action={t.send}>
      {owner === 'individual' && (
        <RadioList {...form.field('level')} label={t.want} choices={Object.entries(WANTED_LEVELS)} />
      )}
      <DocumentText title={title} body={body} />
      <Checkbox {...form.field('consent')} label={`${t.consent}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`} />
    </Form>
  );
}

/** A company is always identified in full. */
const defaultLevel = (owner: RnkoOwner, { wantedLevel, level }: Profile): WantedLevel =>
  owner === 'legalEntity' || level === 'simplified' ? 'full' : (wantedLevel ?? 'simplified');
