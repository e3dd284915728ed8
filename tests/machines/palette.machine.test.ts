import { expect, test } from 'vitest'
import { paletteMachine } from '../../src/machines/palette.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, startWalk, waits } from '../support/walk.ts'
import { found, jacket, paletteModels } from './palette.model.ts'

followsRecord('palette', paletteModels)

const boot = { ...jacket, id: 'asset/2', label: 'Peat Boot' }
const labels = (walk: ReturnType<typeof startWalk<typeof paletteMachine>>) =>
  walk.actor.getSnapshot().context.held.map(({ thing }) => thing.label)

test('an answer to a text that has changed since is never heard', () => {
  const walk = startWalk(paletteMachine)
  walk.happens({ type: 'palette.opened' })
  walk.happens({ type: 'text.changed', typed: 'kiln' })
  // Nobody runs any more whom it could come from.
  expect(() => walk.happens(answers('findThings', found(boot)))).toThrow()
  walk.happens(waits('rest', 'palette.open.resting'))
  walk.happens(answers('findThings', found(jacket)))
  expect(labels(walk)).toEqual(['Kiln Jacket'])
})

test('what was found is still held when it is opened once more, and nothing is asked for it', () => {
  const walk = startWalk(paletteMachine)
  walk.happens({ type: 'palette.opened' })
  walk.happens(answers('findThings', found(jacket, boot)))
  walk.happens({ type: 'palette.closed' })
  walk.happens({ type: 'palette.opened' })
  expect([walk.actor.getSnapshot().value, labels(walk)]).toEqual([{ open: 'idle' }, ['Kiln Jacket', 'Peat Boot']])
})
