import { describe, expect, test } from 'vitest'
import { queryMachine } from '../../src/machines/query.machine.ts'
import { actorDone, actorFailed, startMachineDriver } from '../support/machine-driver.ts'
import { describeMachine } from '../support/model/describe-machine.ts'
import { queryModels } from './query.model.ts'

describeMachine('query', queryModels)

describe('remote query', () => {
  test('discards the response when no query is requested any more', () => {
    const walk = startMachineDriver(queryMachine, { input: { question: 'moss' } })
    walk.trigger(actorDone('ask', ['green']))
    walk.trigger({ type: 'question.withdrawn' })
    expect(walk.actor.getSnapshot().context).toEqual({ question: null, rest: 0, answer: null, error: null })
  })

  test('keeps the cached response alongside the error when revalidation fails', () => {
    const gone = new Error('gone')
    const walk = startMachineDriver(queryMachine, { input: { question: 'moss', kept: ['grey'] } })
    walk.trigger(actorFailed('ask', gone))
    const { context, value } = walk.actor.getSnapshot()
    expect([value, context.answer?.value, context.error]).toEqual(['failed', ['grey'], gone])
  })
})
