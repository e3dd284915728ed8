import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { fromPromise } from 'xstate'
import { queryMachine } from '../machines/query.machine.ts'
import { useAtelier } from './context.ts'
import { useMachineActor } from './use-machine-actor.ts'

export type QueryOptions<A> = BaseQueryOptions<A> & ({ inspectorLabel: string } | { cacheName: string })

interface BaseQueryOptions<A> {
  /** Name of the query in the inspector. Default: `cacheName`. */
  inspectorLabel?: string
  /** Query key. A change aborts the pending request. `null` aborts it too, and requests nothing. */
  queryKey: string | null
  /** Runs the request. Must not resolve with `undefined`. `signal` aborts the request. */
  queryFn: (queryKey: string, signal: AbortSignal) => Promise<A>
  /** Debounce in milliseconds after each change of the key. Default 0. */
  debounceMs?: number
  /**
   * Cache name. Responses are cached per account for one minute after their last use. A cached response is shown immediately and
   * revalidated. If undefined, nothing is cached.
   */
  cacheName?: string
}

export interface QueryResult<A> {
  /** Response to the current key. Remains available during a revalidation, and after a failed one. */
  data: A | undefined
  /** Latest response to any key, for display until the current key's response is loaded. */
  latestData: A | undefined
  /** Error of the last request, or `null`. Remains set during a retry. */
  error: unknown
  /** Whether a request is in flight or waits for the debounce. */
  isBusy: boolean
  refetch: () => void
}

/** Runs a query while the view is mounted, and returns its response, error and progress. */
export function useQuery<A>({
  queryKey,
  queryFn,
  debounceMs = 0,
  cacheName,
  inspectorLabel,
}: QueryOptions<A>): QueryResult<A> {
  const { cache } = useAtelier()
  const cacheKeyOf = (key: string) => `query/${cacheName}/${key}`
  const cachedFor = (key: string | null) =>
    cacheName !== undefined && key !== null ? cache?.get(cacheKeyOf(key)) : undefined
  const fetchResponse = useEffectEvent(async (key: string, signal: AbortSignal) => {
    const value = await queryFn(key, signal)
    // A response that arrives after the account has changed must not be cached for the next account.
    if (cacheName !== undefined && !signal.aborted) cache?.put(cacheKeyOf(key), value)
    return value
  })
  const [machine] = useState(() =>
    queryMachine.provide({
      actors: {
        sendQuery: fromPromise<unknown, { query: string }>(({ input, signal }) => fetchResponse(input.query, signal)),
      },
    }),
  )
  const [initialInput] = useState(() => ({ query: queryKey, debounceMs, cachedValue: cachedFor(queryKey) }))
  const actor = useMachineActor(machine, { input: initialInput, id: inspectorLabel ?? cacheName ?? '' })
  const updateKey = useEffectEvent((key: string | null) => {
    // The machine requests the initial key when it starts.
    if (key === actor.getSnapshot().context.query) return
    if (key === null) actor.send({ type: 'query.cleared' })
    else actor.send({ type: 'query.changed', query: key, debounceMs, cachedValue: cachedFor(key) })
  })
  useEffect(() => updateKey(queryKey), [queryKey])
  const { context, isBusy } = useSelector(
    actor,
    (snapshot) => ({ context: snapshot.context, isBusy: snapshot.hasTag('busy') }),
    (a, b) => a.context === b.context && a.isBusy === b.isBusy,
  )
  // Until the machine has received the new key, its state belongs to the previous key.
  const isCurrent = context.query === queryKey
  return {
    data: context.response !== null && context.response.query === queryKey ? (context.response.value as A) : undefined,
    latestData: context.response?.value as A | undefined,
    error: isCurrent ? context.error : null,
    isBusy: isCurrent ? isBusy : queryKey !== null,
    refetch: () => actor.send({ type: 'refresh.requested' }),
  }
}
