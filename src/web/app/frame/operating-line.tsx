import { operatingCompanies } from '#contract/platform/operating-companies.ts';
import { useReadOnce } from '#web/kit/data/query.ts';
import { texts } from '#web/kit/texts.ts';

const t = texts.frame;

/** The company that runs the platform and the one that keeps its money, as far as they are known. */
export function OperatingLine() {
  const { data } = useReadOnce(operatingCompanies.named);
  return (
    data && (
      <p>
        {t.run(data.platform)}
        <br />
        {t.money(data.rnko)}
      </p>
    )
  );
}
