import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_LAYOUT } from '../../../src/machines/views/layout.ts'
import { formatViewHash, readViewHash, type SavedView } from '../../../src/machines/views/view-link.ts'
import {
  applyViewChange,
  parseSharedViews,
  parseStoredViews,
  readViews,
  toStoredQuery,
  viewNameOfChange,
  viewsToImport,
  withoutView,
  withView,
} from '../../../src/machines/views/views.ts'

const view = (name: string, order = '-name'): SavedView => ({
  name,
  search: { filter: { type: ['hair'] }, order },
  layout: { ...DEFAULT_LAYOUT, hidden: ['gender'] },
})

test('stores views sorted by name, and replaces a view of the same name', () => {
  const views = withView(withView(withView([], view('Hats')), view('Boots')), view('Hats', 'type'))
  expect(views).toEqual([view('Boots'), view('Hats', 'type')])
  expect(withoutView(views, 'Boots')).toEqual([view('Hats', 'type')])
  const saveChange = { kind: 'save', view: view('Caps') } as const
  const deleted = { kind: 'delete', name: 'Boots' } as const
  expect([saveChange, deleted].map(viewNameOfChange)).toEqual(['Caps', 'Boots'])
  expect(applyViewChange(views, saveChange).map(({ name }) => name)).toEqual(['Boots', 'Caps', 'Hats'])
  expect(applyViewChange(views, deleted).map(({ name }) => name)).toEqual(['Hats'])
})

test("shares and unshares the user's own view, and ignores changes to another user's", () => {
  const views = [view('Boots'), view('Hats')]
  const shared = applyViewChange(views, { kind: 'share', name: 'Hats', isShared: true })
  expect(shared.map(({ name, isShared }) => [name, isShared])).toEqual([
    ['Boots', undefined],
    ['Hats', true],
  ])
  expect(applyViewChange(shared, { kind: 'share', name: 'Hats', isShared: false })[1]?.isShared).toBe(false)
  expect(applyViewChange(shared, { kind: 'share', name: 'Hats', isShared: false, id: 'x' })).toBe(shared)
  // The stored content does not include whether the view is shared.
  expect(toStoredQuery(shared[1]!)).toEqual(toStoredQuery(view('Hats')))
  expect(
    parseStoredViews([{ name: 'Hats', query: { ...toStoredQuery(view('Hats')), isShared: true } }])[0]?.isShared,
  ).toBe(undefined)
})

test('keeps order and owners of shared views, allows equal names, and skips invalid views', () => {
  const of = (
    id: string,
    name: string,
    sharedBy: { id: string; name?: string; email?: string },
    query = toStoredQuery(view(name)),
  ) => ({
    ...{ id, name, list: 'assets', updatedAt: '', isShared: true },
    ...{ query, sharedBy },
  })
  const parsedViews = parseSharedViews([
    of('1', 'Hats', { id: 'a', name: 'Ada', email: 'ada@house.example' }),
    of('2', 'Hats', { id: 'b', email: 'ben@house.example' }),
    of('3', 'Odd', { id: 'b' }, { search: 7 }),
    of('4', 'Boots', { id: 'c' }),
  ])
  expect(parsedViews.map(({ id, name, by }) => [id, name, by])).toEqual([
    ['1', 'Hats', 'Ada'],
    ['2', 'Hats', 'ben@house.example'],
    ['4', 'Boots', undefined],
  ])
})

test('reads and adds any number of views of an account', () => {
  const manyViews = Array.from({ length: 200 }, (_, at) => view(`View ${at}`))
  expect(parseStoredViews(manyViews.map((item) => ({ name: item.name, query: toStoredQuery(item) })))).toHaveLength(200)
  expect(withView(manyViews, view('One more'))).toHaveLength(201)
})

test('skips invalid stored views', () => {
  expect(readViews([view('A'), { name: '' }, 7, null])).toEqual([view('A')])
  expect([readViews(undefined), readViews('x')]).toEqual([[], []])
})

test('copies missing views to an account, and renames those whose names are taken, within the length limit', () => {
  const long = 'é'.repeat(60)
  const storedViews = [view('Hats'), view('Boots'), view('Boots (2)'), view(long)]
  const found = [view('Hats'), view('Boots', 'type'), view('Caps'), view(long, 'type')]
  expect(viewsToImport(found, storedViews)).toEqual([
    view('Boots (3)', 'type'),
    view('Caps'),
    view(`${'é'.repeat(56)} (2)`, 'type'),
  ])
  expect(viewsToImport(found, [])).toEqual(found)
  // The name that one imported view gets is taken for the next one.
  expect(viewsToImport([view('Hats', 'type'), view('Hats (2)')], [view('Hats')])).toEqual([
    view('Hats (2)', 'type'),
    view('Hats (2) (2)'),
  ])
})

test('restores a view from an account unchanged', () => {
  const views = [view('Boots'), view('Hats', 'type')]
  expect(parseStoredViews(views.map((item) => ({ name: item.name, query: toStoredQuery(item) })).toReversed())).toEqual(
    views,
  )
  expect(parseStoredViews([{ name: 'Odd', query: { search: 1 } }])).toEqual([])
})

test('restores the name and layout of a view from the URL fragment of its link', () => {
  const { name, layout } = view('Hüte & “Mützen” #1')
  expect(formatViewHash(view(name))).toMatch(/^#view=/)
  expect(readViewHash(formatViewHash(view(name)))).toEqual({ name, layout })
})

test('reads no view from a URL fragment that is not a valid view link', () => {
  expect(['', '#', '#view=', '#view=%', '#view={}', '#top'].map(readViewHash)).toEqual(Array(6).fill(undefined))
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readViewHash(`#view=${text}`)).toBeUndefined()
    }),
  )
})
