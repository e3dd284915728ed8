import { askingMachine } from '../../src/machines/asking.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

const gone = new Error('gone')
type Snapshot = ReturnType<typeof askingMachine.getInitialSnapshot>
const common = {
  sees: ({ question, rest, answer, error }: Snapshot['context']) => [question, rest, answer, String(error)],
  holds: {
    'an answer that is called one answers the question as it stands': (snapshot: Snapshot) =>
      !(snapshot.value === 'answered' || snapshot.matches({ asking: 'stale' })) ||
      snapshot.context.answer?.question === snapshot.context.question,
    'an error stands exactly where one is told of': (snapshot: Snapshot) =>
      (snapshot.context.error !== null) === snapshot.hasTag('failed'),
    'nothing is asked without a question, and nothing stands without one': ({ value, context }: Snapshot) =>
      context.question === null ? value === 'idle' && context.answer === null : value !== 'idle',
  },
}

/** Tries the machine out. */
export const askingModels: Models = {
  models: {
    'a question that changes': model({
      machine: askingMachine,
      input: { question: 'moss', rest: 250 },
      happenings: [
        { type: 'question.asked', question: 'moss' },
        { type: 'question.asked', question: 'fern', rest: 250 },
        waits('rest', 'asking.resting'),
        answers('ask', ['green']),
        fails('ask', gone),
        { type: 'answer.requested' },
        { type: 'question.withdrawn' },
      ],
      ...common,
    }),
    'a question whose answer was kept': model({
      machine: askingMachine,
      input: { question: 'moss', kept: ['grey'], rest: 250 },
      happenings: [
        { type: 'question.asked', question: 'moss', kept: ['brown'] },
        { type: 'question.asked', question: 'fern', kept: ['brown'] },
        { type: 'question.asked', question: 'fern' },
        answers('ask', ['green']),
        fails('ask', gone),
        { type: 'answer.requested' },
        { type: 'question.withdrawn' },
      ],
      ...common,
    }),
    'nothing asked yet': model({
      machine: askingMachine,
      input: { question: null, kept: ['grey'] },
      happenings: [
        { type: 'answer.requested' },
        { type: 'question.withdrawn' },
        { type: 'question.asked', question: 'fern' },
        answers('ask', ['green']),
      ],
      ...common,
    }),
  },
}
