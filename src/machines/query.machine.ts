import { assign, setup } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'

export interface QueryInput {
  /** The query as text, or `null` if there is none yet. */
  question: string | null
  /** Cached response. It is shown immediately and revalidated. */
  kept?: unknown
  /** Debounce time in milliseconds. 0 sends the query immediately. */
  rest?: number
}

interface QueryContext {
  question: string | null
  rest: number
  /** Latest response with its query. Remains until the next response. */
  answer: { question: string; value: unknown } | null
  /** Error of the current query. Remains during a retry. */
  error: unknown
}

type QueryEvent =
  | { type: 'question.asked'; question: string; kept?: unknown; rest?: number }
  | { type: 'question.withdrawn' }
  | { type: 'answer.requested' }

/** A remote query: debounced, sent, retried, or replaced by another query. */
export const queryMachine = setup({
  types: {} as { input: QueryInput; context: QueryContext; events: QueryEvent; tags: 'busy' | 'failed' },
  actors: { ask: placeholderActor<unknown, { question: string }>('ask') },
  guards: {
    hasQuestion: ({ context }) => context.question !== null,
    hasAnswer: ({ context }) => context.answer !== null,
    needsNoRest: ({ context }) => context.rest === 0,
    isTheSame: ({ context }, params: { question: string }) => params.question === context.question,
    isKept: (_, params: { kept?: unknown }) => params.kept !== undefined,
    wasAnswered: ({ context }, params: { question: string }) => params.question === context.answer?.question,
  },
  actions: {
    setQuestion: assign((_, { question, rest = 0 }: { question: string; rest?: number }) => ({
      question,
      rest,
      error: null,
    })),
    keepAnswer: assign((_, answer: { question: string; value: unknown }) => ({ answer, error: null })),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
    forget: assign({ question: null, answer: null, error: null }),
  },
  delays: { rest: ({ context }) => context.rest },
}).createMachine({
  id: 'query',
  context: ({ input: { question, kept, rest = 0 } }) => ({
    question,
    rest,
    answer: cachedAnswer(question, kept),
    error: null,
  }),
  initial: 'starting',
  on: {
    'question.asked': [
      { guard: { type: 'isTheSame', params: ({ event }) => event } },
      {
        guard: { type: 'isKept', params: ({ event }) => event },
        target: '.asking.stale',
        actions: [
          { type: 'setQuestion', params: ({ event }) => event },
          { type: 'keepAnswer', params: ({ event }) => ({ question: event.question, value: event.kept }) },
        ],
      },
      {
        guard: { type: 'wasAnswered', params: ({ event }) => event },
        target: '.answered',
        actions: { type: 'setQuestion', params: ({ event }) => event },
      },
      { target: '.resting', actions: { type: 'setQuestion', params: ({ event }) => event } },
    ],
    'question.withdrawn': { target: '.idle', actions: 'forget' },
  },
  states: {
    starting: {
      always: [
        { guard: 'hasAnswer', target: 'asking.stale' },
        { guard: 'hasQuestion', target: 'resting' },
        { target: 'idle' },
      ],
    },
    idle: {},
    resting: {
      tags: 'busy',
      always: { guard: 'needsNoRest', target: 'asking' },
      after: { rest: 'asking' },
    },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context }) => ({ question: currentQuestion(context) }),
        onDone: {
          target: 'answered',
          actions: {
            type: 'keepAnswer',
            params: ({ context, event }) => ({ question: currentQuestion(context), value: event.output }),
          },
        },
        onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      initial: 'blank',
      states: {
        // Shown during the request: nothing, a possibly stale response, or the last error.
        blank: {},
        stale: {},
        retrying: { tags: 'failed' },
      },
    },
    answered: { on: { 'answer.requested': 'asking.stale' } },
    failed: { tags: 'failed', on: { 'answer.requested': 'asking.retrying' } },
  },
})

const cachedAnswer = (question: string | null, value: unknown): QueryContext['answer'] =>
  question !== null && value !== undefined ? { question, value } : null

/** Returns the query, which is never null in the states that call this function. */
const currentQuestion = ({ question }: QueryContext) => question ?? ''
