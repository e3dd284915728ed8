import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { fromPromise } from 'xstate'
import { askingMachine } from '../machines/asking.machine.ts'
import { useAtelier } from './context.ts'
import { useMachineActor } from './machine.ts'

/** What is asked, and how. */
export type AskingOptions<A> = Asked<A> & ({ about: string } | { keptAs: string })

interface Asked<A> {
  /** What tells this question from others of the page, to whoever inspects it: by default what its answers are kept as. */
  about?: string
  /** What is asked, as one text; another one gives this one up, and so does `null`: nothing is asked. */
  question: string | null
  /** Answers a question, never with `undefined`; `signal` says that nobody waits for it any more. */
  ask: (question: string, signal: AbortSignal) => Promise<A>
  /** Milliseconds of rest before a question is asked, while it may still change. Default 0. */
  rest?: number
  /**
   * Answers are kept under this name for the account that is signed in, for a minute after their last use: one that is kept
   * stands at once, while it is asked for anew. Without it none is.
   */
  keptAs?: string
}

/** How a question stands. */
export interface Asking<A> {
  /** What answers the question as it stands; it stands while it is asked for anew, and where that fails. */
  answer: A | undefined
  /** The newest answer to any question, to be shown until the next is there. */
  latest: A | undefined
  /** Why there is no answer, or no newer one; it stands while that is asked for again. `null`: nothing failed. */
  error: unknown
  /** It is being asked, or will be after the rest. */
  isBusy: boolean
  /** Asks again what was answered or failed. */
  askAgain: () => void
}

/** Asks a question for as long as the view is shown, with the answer, the failure and the waiting that come of it. */
export function useAsking<A>({ question, ask, rest = 0, keptAs, about }: AskingOptions<A>): Asking<A> {
  const { kept } = useAtelier()
  const keyOf = (text: string) => `asked/${keptAs}/${text}`
  const keptFor = (text: string | null) => (keptAs !== undefined && text !== null ? kept?.get(keyOf(text)) : undefined)
  const answer = useEffectEvent(async (text: string, signal: AbortSignal) => {
    const value = await ask(text, signal)
    // What comes after the account was left must not be found by the next.
    if (keptAs !== undefined && !signal.aborted) kept?.put(keyOf(text), value)
    return value
  })
  const [machine] = useState(() =>
    askingMachine.provide({
      actors: {
        ask: fromPromise<unknown, { question: string }>(({ input, signal }) => answer(input.question, signal)),
      },
    }),
  )
  const [first] = useState(() => ({ question, rest, kept: keptFor(question) }))
  const actor = useMachineActor(machine, { input: first, id: about ?? keptAs ?? '' })
  const put = useEffectEvent((text: string | null) => {
    // What it was begun with is asked already.
    if (text === actor.getSnapshot().context.question) return
    if (text === null) actor.send({ type: 'question.withdrawn' })
    else actor.send({ type: 'question.asked', question: text, rest, kept: keptFor(text) })
  })
  useEffect(() => put(question), [question])
  const { context, isBusy } = useSelector(
    actor,
    (snapshot) => ({ context: snapshot.context, isBusy: snapshot.hasTag('busy') }),
    (a, b) => a.context === b.context && a.isBusy === b.isBusy,
  )
  // Until the machine has heard of another question, what it tells is about the one before.
  const isHeard = context.question === question
  return {
    answer: context.answer !== null && context.answer.question === question ? (context.answer.value as A) : undefined,
    latest: context.answer?.value as A | undefined,
    error: isHeard ? context.error : null,
    isBusy: isHeard ? isBusy : question !== null,
    askAgain: () => actor.send({ type: 'answer.requested' }),
  }
}
