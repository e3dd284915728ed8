import { expect, test } from 'vitest'
import { menuMachine } from '../../../src/machines/list/menu.machine.ts'
import { startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import { menuModels } from './menu.model.ts'

describeMachine('menu', menuModels)

test('replaces an open dialog by the next one, and emits rows.outdated only when a dialog is confirmed', () => {
  const { actor, emitted, trigger } = startMachineDriver(menuMachine)
  trigger({ type: 'dialog.opened', name: 'rename', row: { id: 'a' } })
  trigger({ type: 'dialog.opened', name: 'new', row: null })
  expect(actor.getSnapshot().context.dialog).toEqual({ name: 'new', row: null })
  trigger({ type: 'dialog.closed' })
  trigger({ type: 'dialog.confirmed' })
  expect([actor.getSnapshot().context.dialog, emitted]).toEqual([null, []])
  trigger({ type: 'dialog.opened', name: 'new', row: null })
  trigger({ type: 'dialog.confirmed' })
  expect(emitted).toEqual([{ type: 'rows.outdated' }])
})
