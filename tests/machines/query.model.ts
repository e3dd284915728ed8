import { queryMachine } from '../../src/machines/query.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../support/model/model.ts'

const failure = new Error('failure')
type Snapshot = ReturnType<typeof queryMachine.getInitialSnapshot>
const commonModel = {
  contextKey: ({ query, debounceMs, response, error }: Snapshot['context']) => [
    query,
    debounceMs,
    response,
    String(error),
  ],
  invariants: {
    'a current response belongs to the current query': (snapshot: Snapshot) =>
      !(snapshot.value === 'loaded' || snapshot.matches({ loading: 'stale' })) ||
      snapshot.context.response?.query === snapshot.context.query,
    'an error is stored if and only if the query failed': (snapshot: Snapshot) =>
      (snapshot.context.error !== null) === snapshot.hasTag('failed'),
    'without a query there is no request and no response': ({ value, context }: Snapshot) =>
      context.query === null ? value === 'idle' && context.response === null : value !== 'idle',
  },
}

export const queryModels: MachineModels = {
  models: {
    'a query that changes': defineModel({
      machine: queryMachine,
      input: { query: 'moss', debounceMs: 250 },
      events: [
        { type: 'query.changed', query: 'moss' },
        { type: 'query.changed', query: 'fern', debounceMs: 250 },
        delayElapsed('debounce', 'query.debouncing'),
        actorDone('sendQuery', ['green']),
        actorFailed('sendQuery', failure),
        { type: 'refresh.requested' },
        { type: 'query.cleared' },
      ],
      ...commonModel,
    }),
    'a query with a cached response': defineModel({
      machine: queryMachine,
      input: { query: 'moss', cachedValue: ['grey'], debounceMs: 250 },
      events: [
        { type: 'query.changed', query: 'moss', cachedValue: ['brown'] },
        { type: 'query.changed', query: 'fern', cachedValue: ['brown'] },
        { type: 'query.changed', query: 'fern' },
        actorDone('sendQuery', ['green']),
        actorFailed('sendQuery', failure),
        { type: 'refresh.requested' },
        { type: 'query.cleared' },
      ],
      ...commonModel,
    }),
    'no query yet': defineModel({
      machine: queryMachine,
      input: { query: null, cachedValue: ['grey'] },
      events: [
        { type: 'refresh.requested' },
        { type: 'query.cleared' },
        { type: 'query.changed', query: 'fern' },
        actorDone('sendQuery', ['green']),
      ],
      ...commonModel,
    }),
  },
}
