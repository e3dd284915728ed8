import { assign, setup } from 'xstate'
import { provided } from './provided.ts'

/** What starts an asking. */
export interface AskingInput {
  /** What is asked, as one text; `null`: nothing yet. */
  question: string | null
  /** An answer from a moment ago: it stands at once, and is asked for anew. */
  kept?: unknown
  /** Milliseconds of rest before the question is asked; 0: at once. */
  rest?: number
}

interface AskingContext {
  question: string | null
  rest: number
  /** The newest answer and what it answers; it stands until the next is there. */
  answer: { question: string; value: unknown } | null
  /** Why the question as it stands has no answer; it stands while that is asked for again. */
  error: unknown
}

type AskingEvent =
  | { type: 'question.asked'; question: string; kept?: unknown; rest?: number }
  | { type: 'question.withdrawn' }
  | { type: 'answer.requested' }

/** A question put to somebody far away: asked after a rest, answered or not, asked again, given up for another one. */
export const askingMachine = setup({
  types: {} as { input: AskingInput; context: AskingContext; events: AskingEvent; tags: 'busy' | 'failed' },
  actors: { ask: provided<unknown, { question: string }>('ask') },
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
  id: 'asking',
  context: ({ input: { question, kept, rest = 0 } }) => ({
    question,
    rest,
    answer: answerOf(question, kept),
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
        input: ({ context }) => ({ question: questionOf(context) }),
        onDone: {
          target: 'answered',
          actions: {
            type: 'keepAnswer',
            params: ({ context, event }) => ({ question: questionOf(context), value: event.output }),
          },
        },
        onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      initial: 'blank',
      states: {
        // Nothing stands meanwhile, or an answer that may be out of date, or why there is none.
        blank: {},
        stale: {},
        retrying: { tags: 'failed' },
      },
    },
    answered: { on: { 'answer.requested': 'asking.stale' } },
    failed: { tags: 'failed', on: { 'answer.requested': 'asking.retrying' } },
  },
})

const answerOf = (question: string | null, value: unknown): AskingContext['answer'] =>
  question !== null && value !== undefined ? { question, value } : null

/** Nothing is asked without a question. */
const questionOf = ({ question }: AskingContext) => question ?? ''
