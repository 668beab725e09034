import { useState } from 'react';
import { dataRubricator } from '#contract/platform/data-rubricator.ts';
import { useRead } from '#web/kit/data/query.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Reference } from './reference.tsx';
import styles from './references.module.css';
import { texts as t } from './texts.ts';

/** The countries of the world, found by name or code. */
export default function CountriesPage() {
  const [typed, setTyped] = useState('');
  const { data } = useRead(dataRubricator.countries, { query: typed === '' ? {} : { q: typed } });
  const items = data?.items ?? [];
  return (
    <Reference
      about={t.about.countries}
      head={[t.country, t.code, t.digits]}
      rows={items.map(({ code, digits, name }) => ({ key: code, cells: [name, code, digits] }))}
    >
      <div className={styles.search}>
        <TextField
          label={t.search}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          optional
        />
      </div>
      <p role="status" className="dim small">
        {data && (items.length > 0 ? t.found(items.length) : t.none)}
      </p>
    </Reference>
  );
}
