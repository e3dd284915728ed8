import { queryMachine } from '../../src/machines/query.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../support/model/model.ts'

const gone = new Error('gone')
type Snapshot = ReturnType<typeof queryMachine.getInitialSnapshot>
const commonModel = {
  contextKey: ({ question, rest, answer, error }: Snapshot['context']) => [question, rest, answer, String(error)],
  invariants: {
    'a current response belongs to the current query': (snapshot: Snapshot) =>
      !(snapshot.value === 'answered' || snapshot.matches({ asking: 'stale' })) ||
      snapshot.context.answer?.question === snapshot.context.question,
    'an error is stored if and only if the query failed': (snapshot: Snapshot) =>
      (snapshot.context.error !== null) === snapshot.hasTag('failed'),
    'without a query there is no request and no response': ({ value, context }: Snapshot) =>
      context.question === null ? value === 'idle' && context.answer === null : value !== 'idle',
  },
}

export const queryModels: MachineModels = {
  models: {
    'a query that changes': defineModel({
      machine: queryMachine,
      input: { question: 'moss', rest: 250 },
      events: [
        { type: 'question.asked', question: 'moss' },
        { type: 'question.asked', question: 'fern', rest: 250 },
        delayElapsed('rest', 'query.resting'),
        actorDone('ask', ['green']),
        actorFailed('ask', gone),
        { type: 'answer.requested' },
        { type: 'question.withdrawn' },
      ],
      ...commonModel,
    }),
    'a query with a cached response': defineModel({
      machine: queryMachine,
      input: { question: 'moss', kept: ['grey'], rest: 250 },
      events: [
        { type: 'question.asked', question: 'moss', kept: ['brown'] },
        { type: 'question.asked', question: 'fern', kept: ['brown'] },
        { type: 'question.asked', question: 'fern' },
        actorDone('ask', ['green']),
        actorFailed('ask', gone),
        { type: 'answer.requested' },
        { type: 'question.withdrawn' },
      ],
      ...commonModel,
    }),
    'no query yet': defineModel({
      machine: queryMachine,
      input: { question: null, kept: ['grey'] },
      events: [
        { type: 'answer.requested' },
        { type: 'question.withdrawn' },
        { type: 'question.asked', question: 'fern' },
        actorDone('ask', ['green']),
      ],
      ...commonModel,
    }),
  },
}
