import { expect, test } from 'vitest'
import { menuMachine } from '../../src/machines/menu.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { startWalk } from '../support/walk.ts'
import { menuModels } from './menu.model.ts'

followsRecord('menu', menuModels)

test('another question takes the place of the one that is open, and only an answer makes the rows old', () => {
  const { actor, emitted, happens } = startWalk(menuMachine)
  happens({ type: 'question.opened', name: 'rename', row: { id: 'a' } })
  happens({ type: 'question.opened', name: 'new', row: null })
  expect(actor.getSnapshot().context.question).toEqual({ name: 'new', row: null })
  happens({ type: 'question.closed' })
  happens({ type: 'question.answered' })
  expect([actor.getSnapshot().context.question, emitted]).toEqual([null, []])
  happens({ type: 'question.opened', name: 'new', row: null })
  happens({ type: 'question.answered' })
  expect(emitted).toEqual([{ type: 'rows.outdated' }])
})
