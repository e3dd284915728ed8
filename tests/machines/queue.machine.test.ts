import { describe, expect, test } from 'vitest'
import { PARALLEL_MAKES, queueMachine } from '../../src/machines/queue.machine.ts'
import { answers, fails, startWalk, waits, walkEveryPath } from '../support/walk.ts'

const boot = { id: 'boot', file: new File(['1'], 'boot.glb') }
const asset = { id: 'a1', name: 'Boot' }

describe('a queue', () => {
  walkEveryPath(queueMachine, {
    happenings: [
      answers('readQueue', []),
      answers('readQueue', ['cap']),
      fails('readQueue', new Error('no storage')),
      waits('patience', 'queue.restoring'),
      { type: 'models.added', models: [boot, { id: 'cap' }] },
      { type: 'entry.changed', id: 'boot', isReady: true },
      { type: 'entry.changed', id: 'boot', isReady: false },
      { type: 'entry.changed', id: 'cap', isReady: true },
      { type: 'making.requested' },
      { type: 'entry.made', id: 'boot', asset },
      { type: 'entry.refused', id: 'boot' },
      { type: 'entry.made', id: 'cap', asset: { id: 'a2', name: 'Cap' } },
      { type: 'entry.removed', id: 'cap' },
      { type: 'entry.removed', id: 'boot' },
      { type: 'queue.cleared' },
    ],
    sees: ({ entries }) => entries.map(({ id, state }) => [id, state]),
    // Adding the same two again and again would never end.
    stopWhen: ({ context }) => context.entries.length > 2,
    check: ({ actor }) => {
      const { context, value } = actor.getSnapshot()
      expect(context.entries.length === 0).toBe(value === 'single' || value === 'restoring')
      const making = context.entries.filter(({ state }) => state === 'making').length
      expect(making).toBeLessThanOrEqual(PARALLEL_MAKES)
      expect(making > 0).toBe(JSON.stringify(value) === '{"several":"making"}')
    },
  })

  test('five ready entries are made three at a time, in their order, and one that is refused holds nobody up', () => {
    const walk = startWalk(queueMachine)
    const ids = ['a', 'b', 'c', 'd', 'e']
    walk.happens({ type: 'models.added', models: ids.map((id) => ({ id })) })
    for (const id of ids) walk.happens({ type: 'entry.changed', id, isReady: true })
    walk.happens({ type: 'making.requested' })
    expect(walk.emitted.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    walk.happens({ type: 'entry.refused', id: 'b' })
    walk.happens({ type: 'entry.made', id: 'a', asset })
    expect(walk.emitted.map(({ id }) => id)).toEqual(ids)
    for (const id of ['c', 'd', 'e']) walk.happens({ type: 'entry.made', id, asset })
    const { context, value } = walk.actor.getSnapshot()
    expect([value, context.entries.map(({ state }) => state)]).toEqual([
      { several: 'editing' },
      ['made', 'refused', 'made', 'made', 'made'],
    ])
  })

  test('asking once more takes up what was refused, and never makes again what was made', () => {
    const walk = startWalk(queueMachine)
    walk.happens({ type: 'models.added', models: [{ id: 'a' }, { id: 'b' }] })
    for (const id of ['a', 'b']) walk.happens({ type: 'entry.changed', id, isReady: true })
    walk.happens({ type: 'making.requested' })
    walk.happens({ type: 'entry.made', id: 'a', asset })
    walk.happens({ type: 'entry.refused', id: 'b' })
    walk.happens({ type: 'making.requested' })
    expect(walk.emitted.map(({ id }) => id)).toEqual(['a', 'b', 'b'])
  })
})
