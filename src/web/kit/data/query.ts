import {
  keepPreviousData,
  QueryClient,
  skipToken,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  usePrefetchQuery,
  useQuery,
} from '@tanstack/react-query';
import type { AnyRequest, Request as Given, Operation, Result } from '#contract/kernel/op.ts';
import { pageLimit } from '#contract/kernel/page-limit.ts';
import { onAccountChange } from './account-change.ts';
import { ApiError, addressOf, type CallInput, call, callUntyped, probe } from './api.ts';
import { announceStale } from './stale.ts';

/** Whatever the server has decided stays decided; only a server that was not reached is asked again. */
const worthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503);

const client = new QueryClient({
  defaultOptions: {
    // That the server is not reached is told at once; nothing waits to be sent when nobody expects it any more.
    queries: { retry: worthRetrying, staleTime: 5_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
// Whoever comes back to the tab or to the network sees what is so now (docs/decisions/0136).
client.mount();

// What one person has read is not for the next one.
onAccountChange(() => client.clear());

/** Reads by an operation and keeps the answer; while another page loads the previous one stays. */
export function useRead<O extends Operation>(
  operation: O,
  ...input: CallInput<O>
): UseQueryResult<Result<O>, ApiError> {
  return useFollow(operation, never, ...input);
}

/** Reads like `useRead` what hardly ever changes: once, and again only after a write. */
export function useReadOnce<O extends Operation>(
  operation: O,
  ...input: CallInput<O>
): UseQueryResult<Result<O>, ApiError> {
  return useQuery<Result<O>, ApiError>(
    { ...questionOf(operation, input), staleTime: Number.POSITIVE_INFINITY },
    client,
  );
}

/** Reads like `useRead` as soon as there is something to ask about. */
export function useReadOf<O extends Operation>(
  operation: O,
  input: CallInput<O>[0] | undefined,
): UseQueryResult<Result<O>, ApiError> {
  const queryFn = input === undefined ? skipToken : () => callUntyped(operation, input);
  return useQuery<Result<O>, ApiError>({ queryKey: [operation.code, input ?? null], queryFn }, client);
}

type Listing<O extends Operation> = Result<O> extends { items: readonly Item[] } ? O : never;
type Item = { readonly id: number };

/** Reads a list to its end, page by page: for what is shown or chosen from whole. */
export function useReadAll<O extends Operation>(
  operation: Listing<O>,
  ...[input]: CallInput<O>
): UseQueryResult<Result<O>, ApiError> {
  const query = {
    queryKey: [operation.code, 'all', input ?? null],
    queryFn: () => readRows<O>(operation, input, Number.POSITIVE_INFINITY),
    placeholderData: keepPreviousData,
  };
  return useQuery<Result<O>, ApiError>(query, client);
}

/** Reads at least so many rows of a list from its beginning, and again while what was read says that something is still going on. */
export function useReadFirst<O extends Operation>(
  operation: O,
  count: number,
  [input]: CallInput<O>,
  pollAfter: (answer: Result<O>) => boolean | number = never,
): UseQueryResult<Result<O>, ApiError> {
  const query = {
    queryKey: [operation.code, 'first', count, input ?? null],
    queryFn: () => readRows<O>(operation, input, count),
    placeholderData: keepPreviousData,
    refetchInterval: intervalOf(pollAfter),
  };
  return useQuery<Result<O>, ApiError>(query, client);
}

/** Reads a list page by page until it has so many rows of it, or all. */
async function readRows<O extends Operation>(
  operation: Operation,
  input: CallInput<O>[0] | AnyRequest,
  count: number,
): Promise<Result<O>> {
  const asked = { ...(input as AnyRequest | undefined) };
  // What is added meanwhile moves rows to the next page, where they come again.
  const items = new Map<number, Item>();
  const limit = Math.min(count, pageLimit);
  for (let page = 1; ; page += 1) {
    const query = { ...asked.query, page, limit };
    const answer = (await callUntyped(operation, { ...asked, query })) as { items: readonly Item[] };
    for (const item of answer.items) items.set(item.id, item);
    if (answer.items.length < limit || items.size >= count)
      return { ...answer, items: [...items.values()] } as Result<O>;
  }
}

const never = (): boolean => false;

/** How often what is under way is asked about. */
const followMs = 1_500;

const intervalOf =
  <Answered>(pollAfter: (answer: Answered) => boolean | number) =>
  ({ state }: { state: { data: Answered | undefined } }): number | false => {
    const going = state.data !== undefined && pollAfter(state.data);
    return going === true ? followMs : going;
  };

const questionOf = <O extends Operation>(operation: O, input: CallInput<O>) => ({
  queryKey: [operation.code, input[0] ?? null],
  queryFn: () => call(operation, ...input),
});

/** Asks what a page that is about to be drawn will ask; it settles when the answer is there, whatever it is. */
export const prefetch = <O extends Operation>(operation: O, ...input: CallInput<O>): Promise<void> =>
  client.prefetchQuery(questionOf(operation, input));

/**
 * Reads like `useRead`, and again and again while what was read says that something is still going on: at the usual pace, or
 * after as many milliseconds as it says.
 */
export function useFollow<O extends Operation>(
  operation: O,
  pollAfter: (answer: Result<O>) => boolean | number,
  ...input: CallInput<O>
): UseQueryResult<Result<O>, ApiError> {
  const question = questionOf(operation, input);
  // It is asked while the page is being drawn, not when that has been done.
  usePrefetchQuery(question, client);
  return useQuery<Result<O>, ApiError>(
    {
      ...question,
      placeholderData: keepPreviousData,
      refetchInterval: intervalOf(pollAfter),
    },
    client,
  );
}

/** Reads like `useRead`, and again after as many milliseconds as `pollMsOf` says of the last answer. */
export function useFollowed<O extends Operation>(
  operation: O,
  pollMsOf: (answer: Result<O> | undefined) => number | false,
  enabled = true,
): Result<O> | undefined {
  const query = {
    queryKey: [operation.code, null],
    queryFn: () => callUntyped(operation),
    refetchInterval: ({ state }: { state: { data: Result<O> | undefined } }) => pollMsOf(state.data),
    enabled,
  };
  return useQuery<Result<O>, ApiError>(query, client).data;
}

/** What is called when a write has ended, even if the page read anew no longer shows the button that began it. */
interface WriteHearers<O extends Operation> {
  /** It may lead to another page; whatever is on the screen then is read again. */
  done?: (result: Result<O>) => unknown;
  refused?: (error: ApiError) => unknown;
}

/** Writes by an operation. Whatever is on the screen is read again afterwards. */
export function useWrite<O extends Operation>(
  operation: O,
  { done, refused }: WriteHearers<O> = {},
): UseMutationResult<Result<O>, ApiError, Given<O>> {
  return useMutation<Result<O>, ApiError, Given<O>>(
    {
      mutationFn: (input) => callUntyped(operation, input),
      onSuccess: async (result) => {
        await done?.(result);
        await refresh();
      },
      onError: (error) => void refused?.(error),
    },
    client,
  );
}

/** Whether the server would let this person do it; while the answer is on its way, and when it fails, he may not. */
export function useProbe(op: Operation, params: Record<string, string | number> = {}, enabled = true): boolean {
  const query = {
    queryKey: ['probe', op.method, addressOf(op, { params })],
    queryFn: () => probe(op, params),
    enabled,
  };
  return useQuery(query, client).data ?? false;
}

/** Makes everything that was read stale, as after a write that did not go through `useWrite`. */
export async function refresh(): Promise<void> {
  await Promise.all([client.invalidateQueries(), announceStale()]);
}

/** The same for what one operation has answered. */
export const refreshOf = ({ code }: Operation): Promise<void> => client.invalidateQueries({ queryKey: [code] });
