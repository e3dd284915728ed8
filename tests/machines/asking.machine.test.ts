import { describe, expect, test } from 'vitest'
import { askingMachine } from '../../src/machines/asking.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, fails, startWalk } from '../support/walk.ts'
import { askingModels } from './asking.model.ts'

followsRecord('asking', askingModels)

describe('a question', () => {
  test('withdrawn leaves nothing of its answer', () => {
    const walk = startWalk(askingMachine, { input: { question: 'moss' } })
    walk.happens(answers('ask', ['green']))
    walk.happens({ type: 'question.withdrawn' })
    expect(walk.actor.getSnapshot().context).toEqual({ question: null, rest: 0, answer: null, error: null })
  })

  test('that could not be answered anew keeps the answer it had beside the reason', () => {
    const gone = new Error('gone')
    const walk = startWalk(askingMachine, { input: { question: 'moss', kept: ['grey'] } })
    walk.happens(fails('ask', gone))
    const { context, value } = walk.actor.getSnapshot()
    expect([value, context.answer?.value, context.error]).toEqual(['failed', ['grey'], gone])
  })
})
