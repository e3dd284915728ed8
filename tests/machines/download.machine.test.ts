import { expect, test } from 'vitest'
import { downloadMachine } from '../../src/machines/download.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { fails, startWalk } from '../support/walk.ts'
import { downloadModels } from './download.model.ts'

followsRecord('download', downloadModels)

test('one that broke off keeps how far it had come when it is tried again', () => {
  const { actor, happens } = startWalk(downloadMachine)
  happens({ type: 'bytes.received', received: 10, total: 40 })
  happens(fails('receive', new Error('broke off')))
  expect(actor.getSnapshot().context).toMatchObject({ received: 10, total: 40, error: new Error('broke off') })
  happens({ type: 'retry.requested' })
  expect(actor.getSnapshot().context).toEqual({ received: 10, total: 40, error: null })
})
