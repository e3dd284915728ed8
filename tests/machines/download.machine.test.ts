import { expect, test } from 'vitest'
import { downloadMachine } from '../../src/machines/download.machine.ts'
import { actorFailed, startMachineDriver } from '../support/machine-driver.ts'
import { describeMachine } from '../support/model/describe-machine.ts'
import { downloadModels } from './download.model.ts'

describeMachine('download', downloadModels)

test('keeps the progress of an interrupted download when it is retried', () => {
  const { actor, trigger } = startMachineDriver(downloadMachine)
  trigger({ type: 'bytes.received', received: 10, total: 40 })
  trigger(actorFailed('downloadFile', new Error('broke off')))
  expect(actor.getSnapshot().context).toMatchObject({ received: 10, total: 40, error: new Error('broke off') })
  trigger({ type: 'retry.requested' })
  expect(actor.getSnapshot().context).toEqual({ received: 10, total: 40, error: null })
})
