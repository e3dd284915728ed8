import { describe, expect, test } from 'vitest'
import { queueMachine } from '../../src/machines/queue.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { startWalk } from '../support/walk.ts'
import { asset, queueModels } from './queue.model.ts'

followsRecord('queue', queueModels)

describe('a queue', () => {
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
