import { expect, test } from 'vitest'
import { dragMachine } from '../../src/machines/drag.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { startWalk } from '../support/walk.ts'
import { dragModels, lifted } from './drag.model.ts'

followsRecord('drag', dragModels)

test('it stays among the rows that are shown, and is told where it was put down', () => {
  const { actor, emitted, happens } = startWalk(dragMachine)
  happens({ ...lifted, by: 'keys' })
  for (const by of [1, 1, 1, 1]) happens({ type: 'row.stepped', by })
  expect(actor.getSnapshot().context.to).toBe(5)
  happens({ type: 'row.dropped' })
  happens({ ...lifted, by: 'pointer' })
  happens({ type: 'row.carried', to: -7 })
  happens({ type: 'row.dropped' })
  expect(emitted).toEqual([
    { type: 'row.moved', id: 'c', position: 5 },
    { type: 'row.moved', id: 'c', position: 1 },
  ])
})

test('put back, or put down where it was, it moves nothing', () => {
  const { emitted, happens } = startWalk(dragMachine)
  happens({ ...lifted, by: 'pointer' })
  happens({ type: 'row.carried', to: 5 })
  happens({ type: 'drag.cancelled' })
  happens({ ...lifted, by: 'keys' })
  happens({ type: 'row.stepped', by: 1 })
  happens({ type: 'row.stepped', by: -1 })
  happens({ type: 'row.dropped' })
  expect(emitted).toEqual([])
})
