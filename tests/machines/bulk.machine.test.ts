import { describe, expect, test } from 'vitest'
import { type BulkJob, bulkMachine } from '../../src/machines/bulk.machine.ts'
import { answers, fails, startWalk, walkEveryPath } from '../support/walk.ts'

const [a, b] = [
  { id: 'a', name: 'Tide Runner' },
  { id: 'b', name: 'Ferry Cap' },
]
const job: BulkJob = { action: 'lock', items: [a, b], isHeld: false }
const refused = new Error('locked')
const partly = { changed: [a], failures: [{ item: b, error: refused }] }
const none = {
  changed: [],
  failures: [
    { item: a, error: refused },
    { item: b, error: refused },
  ],
}
const whole = { changed: [a, b], failures: [] }
const happenings = [
  { type: 'job.undone' } as const,
  { type: 'job.released' } as const,
  answers('perform', whole),
  answers('perform', partly),
  answers('perform', none),
  fails('perform', refused),
  answers('revert', partly),
  fails('revert', refused),
]

describe('a job that can be reverted', () => {
  walkEveryPath(bulkMachine, {
    input: job,
    happenings,
    sees: ({ outcome }) => outcome,
    unreached: ['bulk.holding'],
    check: ({ emitted }) => {
      for (const { outcome } of emitted) expect(outcome.changed.length + outcome.failures.length).toBeGreaterThan(0)
    },
  })

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
  walkEveryPath(bulkMachine, {
    input: held,
    happenings,
    sees: ({ outcome }) => outcome,
    unreached: ['bulk.reverting'],
  })

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
