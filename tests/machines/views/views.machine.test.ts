import { expect, test } from 'vitest'
import { DEFAULT_LAYOUT } from '../../../src/machines/views/layout.ts'
import { shownViewsOf, viewsMachine } from '../../../src/machines/views/views.machine.ts'
import { actorDone, actorFailed, delayElapsed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { viewsModels } from './views.model.ts'

describeMachine('views', viewsModels)

const view = (name: string) => ({ name, search: {}, layout: DEFAULT_LAYOUT })
const startMachine = () => {
  const walk = startMachineDriver(viewsMachine)
  return { ...walk, shownNames: () => shownViewsOf(walk.actor.getSnapshot().context).map(({ name }) => name) }
}

test('shows changed views immediately, saves one change after another, and emits each saved change', () => {
  const { trigger, shownNames, emitted, actor } = startMachine()
  trigger({ type: 'view.saved', view: view('Boots') })
  expect([shownNames(), actor.getSnapshot().value]).toEqual([['Boots'], 'loading'])
  trigger(actorDone('loadViews', [view('Hats')]))
  trigger({ type: 'view.deleted', name: 'Hats' })
  expect([shownNames(), actor.getSnapshot().value]).toEqual([['Boots'], 'saving'])
  trigger(actorDone('saveChange', [view('Boots'), view('Hats'), view('From another tab')]))
  expect(shownNames()).toEqual(['Boots', 'From another tab'])
  trigger(actorDone('saveChange', [view('Boots'), view('From another tab')]))
  expect([shownNames(), actor.getSnapshot().value]).toEqual([['Boots', 'From another tab'], 'settled'])
  expect(emitted).toEqual([
    { type: 'change.saved', change: { kind: 'save', view: view('Boots') } },
    { type: 'change.saved', change: { kind: 'delete', name: 'Hats' } },
  ])
})

test('reverts a change that cannot be saved, emits the error, and reads the views again', () => {
  const { trigger, shownNames, emitted, actor } = startMachine()
  trigger(actorDone('loadViews', [view('Hats')]))
  trigger({ type: 'view.deleted', name: 'Hats' })
  expect(shownNames()).toEqual([])
  const error = new Error('gone')
  trigger(actorFailed('saveChange', error))
  expect([shownNames(), actor.getSnapshot().value]).toEqual([['Hats'], 'loading'])
  expect(emitted).toEqual([{ type: 'change.failed', change: { kind: 'delete', name: 'Hats' }, error }])
})

test('retries a failed read of the views, and saves a change made in the meantime', () => {
  const { trigger, shownNames } = startMachine()
  trigger(actorFailed('loadViews', new Error('gone')))
  trigger(delayElapsed('reloadDelay', 'views.failed'))
  trigger(actorFailed('loadViews', new Error('gone')))
  trigger({ type: 'view.saved', view: view('Boots') })
  trigger(actorDone('saveChange', [view('Boots'), view('Hats')]))
  expect(shownNames()).toEqual(['Boots', 'Hats'])
})
