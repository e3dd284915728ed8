import { expect, test } from 'vitest'
import { PLAIN_LAYOUT } from '../../src/machines/rules/layout.ts'
import { shownViews, viewsMachine } from '../../src/machines/views.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, fails, startWalk, waits } from '../support/walk.ts'
import { viewsModels } from './views.model.ts'

followsRecord('views', viewsModels)

const view = (name: string) => ({ name, search: {}, layout: PLAIN_LAYOUT })
const begin = () => {
  const walk = startWalk(viewsMachine)
  return { ...walk, shown: () => shownViews(walk.actor.getSnapshot().context).map(({ name }) => name) }
}

test('shows a change at once, keeps one after the other, and tells of each', () => {
  const { happens, shown, emitted, actor } = begin()
  happens({ type: 'view.saved', view: view('Boots') })
  expect([shown(), actor.getSnapshot().value]).toEqual([['Boots'], 'reading'])
  happens(answers('readViews', [view('Hats')]))
  happens({ type: 'view.deleted', name: 'Hats' })
  expect([shown(), actor.getSnapshot().value]).toEqual([['Boots'], 'keeping'])
  happens(answers('keepChange', [view('Boots'), view('Hats'), view('From another tab')]))
  expect(shown()).toEqual(['Boots', 'From another tab'])
  happens(answers('keepChange', [view('Boots'), view('From another tab')]))
  expect([shown(), actor.getSnapshot().value]).toEqual([['Boots', 'From another tab'], 'settled'])
  expect(emitted).toEqual([
    { type: 'change.kept', change: { kind: 'save', view: view('Boots') } },
    { type: 'change.kept', change: { kind: 'delete', name: 'Hats' } },
  ])
})

test('takes back what could not be kept, says why, and looks how things stand', () => {
  const { happens, shown, emitted, actor } = begin()
  happens(answers('readViews', [view('Hats')]))
  happens({ type: 'view.deleted', name: 'Hats' })
  expect(shown()).toEqual([])
  const error = new Error('gone')
  happens(fails('keepChange', error))
  expect([shown(), actor.getSnapshot().value]).toEqual([['Hats'], 'reading'])
  expect(emitted).toEqual([{ type: 'change.failed', change: { kind: 'delete', name: 'Hats' }, error }])
})

test('reads again what could not be read, and keeps a change meanwhile', () => {
  const { happens, shown } = begin()
  happens(fails('readViews', new Error('gone')))
  happens(waits('readAgain', 'views.unread'))
  happens(fails('readViews', new Error('gone')))
  happens({ type: 'view.saved', view: view('Boots') })
  happens(answers('keepChange', [view('Boots'), view('Hats')]))
  expect(shown()).toEqual(['Boots', 'Hats'])
})
