import { describe, expect, test } from 'vitest'
import { queryMachine } from '../../src/machines/query.machine.ts'
import { actorDone, actorFailed, startMachineDriver } from '../support/machine-driver.ts'
import { describeMachine } from '../support/model/describe-machine.ts'
import { queryModels } from './query.model.ts'

describeMachine('query', queryModels)

describe('remote query', () => {
  test('discards the response when no query is requested any more', () => {
    const walk = startMachineDriver(queryMachine, { input: { query: 'moss' } })
    walk.trigger(actorDone('sendQuery', ['green']))
    walk.trigger({ type: 'query.cleared' })
    expect(walk.actor.getSnapshot().context).toEqual({ query: null, debounceMs: 0, response: null, error: null })
  })

  test('keeps the cached response alongside the error when revalidation fails', () => {
    const failure = new Error('failure')
    const walk = startMachineDriver(queryMachine, { input: { query: 'moss', cachedValue: ['grey'] } })
    walk.trigger(actorFailed('sendQuery', failure))
    const { context, value } = walk.actor.getSnapshot()
    expect([value, context.response?.value, context.error]).toEqual(['failed', ['grey'], failure])
  })
})
