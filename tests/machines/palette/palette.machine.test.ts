import { expect, test } from 'vitest'
import { paletteMachine } from '../../../src/machines/palette/palette.machine.ts'
import { actorDone, delayElapsed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { jacket, paletteModels, searchResultOf } from './palette.model.ts'

describeMachine('palette', paletteModels)

const boot = { ...jacket, id: 'asset/2', label: 'Peat Boot' }
const labels = (walk: ReturnType<typeof startMachineDriver<typeof paletteMachine>>) =>
  walk.actor.getSnapshot().context.cachedEntries.map(({ thing: searchTarget }) => searchTarget.label)

test('cancels the request for earlier text, and shows only the response to the latest text', () => {
  const walk = startMachineDriver(paletteMachine)
  walk.trigger({ type: 'palette.opened' })
  walk.trigger({ type: 'text.changed', typed: 'kiln' })
  // The request has been cancelled, so its actor cannot respond.
  expect(() => walk.trigger(actorDone('searchItems', searchResultOf(boot)))).toThrow()
  walk.trigger(delayElapsed('debounce', 'palette.open.debouncing'))
  walk.trigger(actorDone('searchItems', searchResultOf(jacket)))
  expect(labels(walk)).toEqual(['Kiln Jacket'])
})

test('keeps result items when closed and reopened, without a new request', () => {
  const walk = startMachineDriver(paletteMachine)
  walk.trigger({ type: 'palette.opened' })
  walk.trigger(actorDone('searchItems', searchResultOf(jacket, boot)))
  walk.trigger({ type: 'palette.closed' })
  walk.trigger({ type: 'palette.opened' })
  expect([walk.actor.getSnapshot().value, labels(walk)]).toEqual([{ open: 'idle' }, ['Kiln Jacket', 'Peat Boot']])
})
