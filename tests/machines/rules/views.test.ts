import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PLAIN_LAYOUT } from '../../../src/machines/rules/layout.ts'
import {
  MOST_VIEWS,
  readViewHash,
  readViews,
  type SavedView,
  viewHash,
  withoutView,
  withView,
} from '../../../src/machines/rules/views.ts'

const view = (name: string, order = '-name'): SavedView => ({
  name,
  search: { filter: { type: ['hair'] }, order },
  layout: { ...PLAIN_LAYOUT, hidden: ['gender'] },
})

test('views are kept by name, and one of the same name takes the place of the old', () => {
  const views = withView(withView(withView([], view('Hats')), view('Boots')), view('Hats', 'type'))
  expect(views).toEqual([view('Boots'), view('Hats', 'type')])
  expect(withoutView(views, 'Boots')).toEqual([view('Hats', 'type')])
})

test('there is an end to how many', () => {
  const many = Array.from({ length: 60 }, (_, at) => view(`View ${at}`))
  expect(many.reduce<SavedView[]>(withView, [])).toHaveLength(MOST_VIEWS)
})

test('what was kept but is no view is left out', () => {
  expect(readViews([view('A'), { name: '' }, 7, null])).toEqual([view('A')])
  expect([readViews(undefined), readViews('x')]).toEqual([[], []])
})

test('a link carries name and columns', () => {
  const { name, layout } = view('Hüte & “Mützen” #1')
  expect(readViewHash(viewHash(view(name)))).toEqual({ name, layout })
})

test('any other hash is no view', () => {
  expect(['', '#', '#view=', '#view=%', '#view={}', '#top'].map(readViewHash)).toEqual(Array(6).fill(undefined))
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readViewHash(`#view=${text}`)).toBeUndefined()
    }),
  )
})
