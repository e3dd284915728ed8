import { describe, expect, test } from 'vitest'
import { bulkMachine } from '../../src/machines/bulk.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, fails, startWalk } from '../support/walk.ts'
import { a, bulkModels, job, none, partly, refused, whole } from './bulk.model.ts'

followsRecord('bulk', bulkModels)

describe('a job that can be reverted', () => {
  test('is done at once, and Undo takes back what was changed and no more', () => {
    const { emitted, happens, actor } = startWalk(bulkMachine, { input: job })
    happens(answers('perform', partly))
    happens({ type: 'job.undone' })
    happens(answers('revert', { changed: [a], failures: [] }))
    expect(actor.getSnapshot().value).toBe('over')
    expect(emitted).toEqual([
      { type: 'job.finished', job, outcome: partly },
      { type: 'job.reverted', job, outcome: { changed: [a], failures: [] } },
    ])
  })

  test('that could not even be sent failed for every row', () => {
    const { emitted, happens } = startWalk(bulkMachine, { input: job })
    happens(fails('perform', refused))
    expect(emitted).toEqual([{ type: 'job.finished', job, outcome: none }])
  })
})

describe('a job that is held', () => {
  const held = { ...job, action: 'delete', isHeld: true }

  test('is not done at all where it is undone', () => {
    const { emitted, happens, actor } = startWalk(bulkMachine, { input: held })
    happens({ type: 'job.undone' })
    expect(actor.getSnapshot().value).toBe('over')
    expect(emitted).toEqual([{ type: 'job.reverted', job: held, outcome: whole }])
  })

  test('is done when it is released, and there is no way back', () => {
    const { emitted, happens, actor } = startWalk(bulkMachine, { input: held })
    happens({ type: 'job.released' })
    expect(actor.getSnapshot().value).toBe('performing')
    happens(answers('perform', whole))
    expect(actor.getSnapshot().value).toBe('over')
    expect(emitted).toEqual([{ type: 'job.finished', job: held, outcome: whole }])
  })
})
