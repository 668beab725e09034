import { useSearch } from '@tanstack/react-router';
import { useNavigate } from '#web/ui/link.tsx';
import type { Query } from '../data/query-string.ts';

/**
 * Which page of a list that is no table is open: it stands in the address, so that whoever comes back from what he has opened
 * there finds the page he has left.
 * @param name what the address calls it
 */
export function usePageInAddress(name: string): [page: number, open: (page: number) => void] {
  const { [name]: told }: Query = useSearch({ strict: false });
  const navigate = useNavigate();
  const open = (page: number) =>
    void navigate({
      to: '.',
      search: (now: Query) => ({ ...now, [name]: page === 1 ? undefined : page }),
      resetScroll: false,
    });
  return [/^[1-9]\d{0,5}$/.test(String(told)) ? Number(told) : 1, open];
}
