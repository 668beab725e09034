import { DEBT_STRUCTURE } from '#domain/settlements/debt-structure.ts';
import { Reference } from './reference.tsx';
import { texts as t } from './texts.ts';

/** The parts of a debt, in the order in which it is shown. */
export default function DebtStructurePage() {
  return (
    <Reference
      about={t.about.debtStructure}
      head={[t.part, t.discountable, t.forgivenAs]}
      rows={DEBT_STRUCTURE.map(({ code, label, discountable, forgivenAs }) => ({
        key: code,
        cells: [label, discountable ? t.yes : t.no, discountable ? forgivenAs : ''],
      }))}
    />
  );
}
