import { powersOfAttorney } from '#contract/access/powers-of-attorney.ts';
import { ALL_SIGNING_ACTS } from '#domain/parties/signing-right.ts';
import { PaperField, usePaper } from '#web/features/life/paper-field.tsx';
import { closeOnDone } from '#web/kit/detail/use-move.ts';
import { Form, useOperationForm } from '#web/kit/form/form.tsx';
import { useOpenedRecord } from '#web/kit/form/opened-record.ts';
import { readDay } from '#web/kit/form/typed.ts';
import { Notice } from '#web/ui/display/notice.tsx';
import { Pair } from '#web/ui/display/pair.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DateField } from '#web/ui/fields/masked-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { EmployeeMembership, Power } from './power.ts';
import { powerTexts as t } from './texts.ts';

/** Writes down a power of attorney that the company has given. */
export function PowerDialog({
  membership: { legalEntityId: id, membershipId: employeeId },
  onClose,
}: {
  membership: EmployeeMembership;
  onClose: () => void;
}) {
  const paper = usePaper();
  const form = useOperationForm({
    operation: powersOfAttorney.add,
    params: { id, employeeId },
    initial: {
      number: '',
      issuedOn: '',
      validUntil: '',
      acts: { conclude: false, change: false, certify: false },
      scope: '',
      file: '',
    },
    check: () => paper.check(t.scan),
    body: ({ number, issuedOn, validUntil, acts }) => ({
      number,
      issuedOn: readDay(issuedOn) ?? '',
      validUntil: readDay(validUntil) ?? '',
      scope: ALL_SIGNING_ACTS.filter((act) => acts[act]),
    }),
    send: paper.send,
    ...closeOnDone(t.added, onClose),
  });
  const { error } = form.field('scope');
  return (
    <Dialog title={t.add} onClose={onClose}>
      <Form form={form} action={t.add} onCancel={onClose}>
        <TextField {...form.field('number')} label={t.fields.number} autoComplete="off" data-autofocus />
        <Pair>
          <DateField {...form.field('issuedOn')} label={t.fields.issuedOn} />
          <DateField {...form.field('validUntil')} label={t.fields.validUntil} />
        </Pair>
        <fieldset className="stack-tight">
          <legend>{t.fields.scope}</legend>
          {ALL_SIGNING_ACTS.map((act) => (
            <Checkbox key={act} label={t.acting[act]} {...form.methods.register(`acts.${act}`)} />
          ))}
          {error && <Notice tone="danger">{error}</Notice>}
        </fieldset>
        <PaperField paper={paper} label={t.scan} error={form.field('file').error} />
      </Form>
    </Dialog>
  );
}

/** Ends a power of attorney before its last day, with the reason. */
export function RevokeDialog({ power, onClose }: { power: Power; onClose: () => void }) {
  const { id: powerId, legalEntityId: id, membershipId: employeeId, number, version } = useOpenedRecord(power);
  const form = useOperationForm({
    operation: powersOfAttorney.revoke,
    params: { id, employeeId, powerId },
    initial: { reason: '' },
    body: ({ reason }) => ({ reason, version }),
    ...closeOnDone(t.done, onClose),
  });
  return (
    <Dialog title={t.revokeOf(number)} onClose={onClose}>
      <Form form={form} action={t.revoke} danger onCancel={onClose}>
        <p>{t.revokeLead}</p>
        <TextArea {...form.field('reason')} label={t.reason} maxLength={500} data-autofocus />
      </Form>
    </Dialog>
  );
}
