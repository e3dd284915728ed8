import { expect, test } from 'vitest'
import { exportMachine } from '../../src/machines/export.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, fails, startWalk } from '../support/walk.ts'
import { exportModels } from './export.model.ts'

followsRecord('export', exportModels)

test('tells why there is no file, and begins anew each time', () => {
  const { emitted, happens, actor } = startWalk(exportMachine)
  happens({ type: 'export.requested', format: 'json' })
  happens({ type: 'page.written', written: 100, total: 250 })
  happens({ type: 'page.written', written: 250, total: 250 })
  happens(answers('writeFile'))
  happens({ type: 'export.requested', format: 'csv' })
  const error = new Error('gone')
  happens(fails('writeFile', error))
  expect(emitted).toEqual([{ type: 'export.failed', error }])
  expect(actor.getSnapshot().context).toEqual({ format: 'csv', written: 0, total: 0 })
})

test('that is cancelled writes no more', () => {
  const { emitted, happens, actor } = startWalk(exportMachine)
  happens({ type: 'export.requested', format: 'csv' })
  happens({ type: 'export.cancelled' })
  happens({ type: 'page.written', written: 100, total: 250 })
  expect([actor.getSnapshot().value, actor.getSnapshot().context.written, emitted]).toEqual(['idle', 0, []])
})
