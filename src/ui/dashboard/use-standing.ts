import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { newsMachine } from '../../machines/news.machine.ts'
import { NO_NEWS } from '../../machines/rules/news.ts'
import { useAtelier } from '../context.ts'
import { useMachineActor } from '../machine.ts'
import { type Asking, useAsking } from '../use-asking.ts'
import type { DashboardCalls } from './dashboard-calls.ts'

type Answer<N extends keyof DashboardCalls> = Awaited<ReturnType<DashboardCalls[N]>>

/** When a question of the dashboard is asked again by itself. */
export interface Standing<A> {
  /** As assets change. */
  isLive?: boolean
  /** After so many milliseconds, by the answer as it stands. */
  staleAfter?: (answer: A) => number
}

/** One question of the dashboard: how it stands, asked again as things change and once the browser is back online. */
export function useStanding<N extends keyof DashboardCalls>(
  calls: DashboardCalls,
  name: N,
  { isLive = false, staleAfter }: Standing<Answer<N>> = {},
): Asking<Answer<N>> {
  const asking = useAsking<Answer<N>>({
    about: name,
    question: name,
    ask: (_, signal) => calls[name](signal) as Promise<Answer<N>>,
    keptAs: 'dashboard',
  })
  const { answer, error, isBusy, askAgain } = asking
  const again = useEffectEvent(askAgain)
  const hasFailed = Boolean(error)
  useEffect(() => {
    if (!hasFailed) return
    const retry = () => again()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [hasFailed])
  const rest = answer !== undefined && !hasFailed ? staleAfter?.(answer) : undefined
  useEffect(() => {
    if (isBusy || rest === undefined) return
    const timer = setTimeout(() => again(), rest)
    return () => clearTimeout(timer)
  }, [isBusy, rest])
  useNews(name, isLive, isBusy, askAgain)
  return asking
}

/** Has something (`about` names it to whoever inspects it) asked again when others changed assets: not before it was answered, so that nothing is missed. */
export function useNews(about: string, isLive: boolean, isBusy: boolean, askAgain: () => void): void {
  const { listen } = useAtelier()
  const actor = useMachineActor(newsMachine, { id: about })
  const hasNews = useSelector(actor, ({ context }) => context.told !== NO_NEWS)
  const again = useEffectEvent(askAgain)
  useEffect(() => {
    if (listen && isLive) return listen((news) => actor.send({ type: 'change.heard', news }))
  }, [actor, listen, isLive])
  useEffect(() => {
    if (!hasNews || isBusy) return
    actor.send({ type: 'rows.requested' })
    again()
  }, [actor, hasNews, isBusy])
}
