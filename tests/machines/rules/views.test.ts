import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PLAIN_LAYOUT } from '../../../src/machines/rules/layout.ts'
import { readViewHash, type SavedView, viewHash } from '../../../src/machines/rules/view-link.ts'
import {
  besideKept,
  changedBy,
  nameIn,
  queryOf,
  readViews,
  sharedOf,
  viewsOf,
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
  const saved = { kind: 'save', view: view('Caps') } as const
  const deleted = { kind: 'delete', name: 'Boots' } as const
  expect([saved, deleted].map(nameIn)).toEqual(['Caps', 'Boots'])
  expect(changedBy(views, saved).map(({ name }) => name)).toEqual(['Boots', 'Caps', 'Hats'])
  expect(changedBy(views, deleted).map(({ name }) => name)).toEqual(['Hats'])
})

test('a view of one’s own is shared and not any more; another’s leaves one’s own as they are', () => {
  const views = [view('Boots'), view('Hats')]
  const shared = changedBy(views, { kind: 'share', name: 'Hats', isShared: true })
  expect(shared.map(({ name, isShared }) => [name, isShared])).toEqual([
    ['Boots', undefined],
    ['Hats', true],
  ])
  expect(changedBy(shared, { kind: 'share', name: 'Hats', isShared: false })[1]?.isShared).toBe(false)
  expect(changedBy(shared, { kind: 'share', name: 'Hats', isShared: false, id: 'x' })).toBe(shared)
  // What is kept as a view's content says nothing of whom it is shared with.
  expect(queryOf(shared[1]!)).toEqual(queryOf(view('Hats')))
  expect(viewsOf([{ name: 'Hats', query: { ...queryOf(view('Hats')), isShared: true } }])[0]?.isShared).toBe(undefined)
})

test('what others share keeps its order and who it is of; two may have one name, and what is no view is left out', () => {
  const of = (
    id: string,
    name: string,
    sharedBy: { id: string; name?: string; email?: string },
    query = queryOf(view(name)),
  ) => ({
    ...{ id, name, list: 'assets', updatedAt: '', isShared: true },
    ...{ query, sharedBy },
  })
  const told = sharedOf([
    of('1', 'Hats', { id: 'a', name: 'Ada', email: 'ada@house.example' }),
    of('2', 'Hats', { id: 'b', email: 'ben@house.example' }),
    of('3', 'Odd', { id: 'b' }, { search: 7 }),
    of('4', 'Boots', { id: 'c' }),
  ])
  expect(told.map(({ id, name, by }) => [id, name, by])).toEqual([
    ['1', 'Hats', 'Ada'],
    ['2', 'Hats', 'ben@house.example'],
    ['4', 'Boots', undefined],
  ])
})

test('of the views of an account all are there', () => {
  const many = Array.from({ length: 200 }, (_, at) => view(`View ${at}`))
  expect(viewsOf(many.map((it) => ({ name: it.name, query: queryOf(it) })))).toHaveLength(200)
  expect(withView(many, view('One more'))).toHaveLength(201)
})

test('what was kept but is no view is left out', () => {
  expect(readViews([view('A'), { name: '' }, 7, null])).toEqual([view('A')])
  expect([readViews(undefined), readViews('x')]).toEqual([[], []])
})

test('an account takes over what it does not have, under names that are free and no longer than names may be', () => {
  const long = 'é'.repeat(60)
  const kept = [view('Hats'), view('Boots'), view('Boots (2)'), view(long)]
  const found = [view('Hats'), view('Boots', 'type'), view('Caps'), view(long, 'type')]
  expect(besideKept(found, kept)).toEqual([
    view('Boots (3)', 'type'),
    view('Caps'),
    view(`${'é'.repeat(56)} (2)`, 'type'),
  ])
  expect(besideKept(found, [])).toEqual(found)
})

test('a view is the same after an account has kept it', () => {
  const views = [view('Boots'), view('Hats', 'type')]
  expect(viewsOf(views.map((it) => ({ name: it.name, query: queryOf(it) })).toReversed())).toEqual(views)
  expect(viewsOf([{ name: 'Odd', query: { search: 1 } }])).toEqual([])
})

test('a link carries name and columns', () => {
  const { name, layout } = view('Hüte & “Mützen” #1')
  expect(viewHash(view(name))).toMatch(/^#view=/)
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
