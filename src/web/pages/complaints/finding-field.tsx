import { CONTACT_FINDINGS, type ContactFinding } from '#domain/parties/complaint.ts';
import { RadioList } from '#web/ui/fields/radio-list.tsx';
import { texts as t } from './texts.ts';

/** What the operator has found of a contact that is recorded otherwise than it was. */
export const FindingField = ({
  value,
  onChoose,
}: {
  value: ContactFinding | undefined;
  onChoose: (finding: ContactFinding) => void;
}) => (
  <RadioList
    label={t.finding}
    name="finding"
    chosen={value ?? ''}
    choices={Object.entries(CONTACT_FINDINGS)}
    onChange={({ target }) => onChoose(target.value as ContactFinding)}
  />
);
