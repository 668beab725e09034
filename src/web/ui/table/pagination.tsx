import { ChevronLeft, ChevronRight } from 'lucide-react';
import { texts } from '../texts.ts';
import styles from './pagination.module.css';

/** The first page, the last one and those around the current; null stands for a gap. */
function pagesAround(page: number, last: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((one, index) => (index > 0 && one - pages[index - 1]! > 1 ? [null, one] : [one]));
}

/** Pages of a list. `more` says that the total is only a floor, so the last page is unknown. */
export function Pagination({
  page,
  limit,
  total,
  more,
  onPage,
}: {
  page: number;
  limit: number;
  total: number;
  more: boolean;
  onPage: (page: number) => void;
}) {
  const last = Math.max(1, Math.ceil(total / limit), more ? page + 1 : 1);
  // Whoever is on a page whose rows have gone meanwhile finds the way back.
  const isLeft = page > last;
  if (last === 1 && !isLeft) return null;
  const from = (page - 1) * limit + 1;
  return (
    <nav aria-label={texts.pages} className={styles.pages}>
      <span>{!isLeft && texts.rows(from, more ? from + limit - 1 : Math.min(total, from + limit - 1))}</span>
      <div className={styles.list}>
        <button
          type="button"
          className={styles.page}
          aria-label={texts.previousPage}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft size={20} aria-hidden="true" />
        </button>
        {pagesAround(page, last).map((one, index) =>
          one === null ? (
            <span key={`gap-${index}`} className={styles.gap}>
              …
            </span>
          ) : (
            <button
              type="button"
              key={one}
              className={styles.page}
              aria-label={texts.page(one)}
              aria-current={one === page ? 'page' : undefined}
              onClick={() => onPage(one)}
            >
              {one}
            </button>
          ),
        )}
        <button
          type="button"
          className={styles.page}
          aria-label={texts.nextPage}
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight size={20} aria-hidden="true" />
        </button>
      </div>
    </nav>
  );
}
