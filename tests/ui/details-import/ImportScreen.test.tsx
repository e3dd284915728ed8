// @vitest-environment jsdom
import { File } from 'node:buffer'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import type { DetailsCalls } from '../../../src/ui/details-import/details-calls.ts'
import { ImportScreen } from '../../../src/ui/details-import/ImportScreen.tsx'
import { parseCsv } from '../../support/csv.ts'
import { PERSON, refusal, show } from '../session/support.tsx'

const asset = (id: string, change: Partial<Asset> = {}) =>
  ({
    ...{ id, name: `Hat ${id}`, type: 'hair', gender: 'male', locked: false, tags: [], applications: [] },
    updatedAt: 'v1',
    ...change,
  }) as unknown as Asset

let sent: unknown[]
let calls: DetailsCalls
beforeEach(() => {
  sent = []
  const known = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => asset(id, { locked: id === 'c' }))
  calls = {
    find: async ({ ids }) => known.filter(({ id }) => ids.has(id)),
    tags: async () => [{ id: 't1', names: ['Warm'] }],
    applications: async () => [],
    change: async (id, details, version) => {
      sent.push([id, details, version])
      return asset(id, { updatedAt: 'v2' })
    },
  }
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const open = async (change: Partial<DetailsCalls> = {}) => {
  calls = { ...calls, ...change }
  await show(<ImportScreen calls={calls} />, {}, PERSON)
}
const give = async (text: string, name = 'hats.csv') => {
  const input = screen.getByLabelText('File of details')
  await act(async () => void fireEvent.change(input, { target: { files: [new File([text], name)] } }))
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const rows = async () => {
  const [, ...lines] = within(await screen.findByRole('table', { name: 'Rows of the file' })).getAllByRole('row')
  return lines.map((line) =>
    within(line)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
}
const show_ = async (name: RegExp) => fireEvent.click(await screen.findByRole('radio', { name }))

/** What stands in a file, in a page that knows no newer way. */
const textOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(file)
  })

const FILE = 'id;type;tags;colour\na;Top;Warm;red\nb;top;;\nc;top;;\nx;top;;\nd;hair;;\n'

test('a file is shown as what it would change and what is wrong with it, and nothing is changed by that', async () => {
  await open()
  await give(FILE)
  expect(await rows()).toEqual([
    ['4', 'Hat c', 'This asset is locked.'],
    ['5', 'x', 'There’s no asset you may change with the ID “x”.'],
  ])
  expect(screen.getByText('Not used: colour')).toBeDefined()
  await show_(/^2 changes/)
  expect(await rows()).toEqual([
    ['2', 'Hat a', 'TypeHair → TopTagsnone → Warm'],
    ['3', 'Hat b', 'TypeHair → Top'],
  ])
  await show_(/^1 unchanged/)
  expect(await rows()).toEqual([['6', 'Hat d', '']])
  expect(sent).toEqual([])
})

test('it is changed row by row on top of what was seen, and taken back on top of that', async () => {
  await open()
  await give(FILE)
  fireEvent.click(await button('Change 2 assets'))
  fireEvent.click(await button('Undo all'))
  expect(await screen.findByText(/2 assets changed back/)).toBeDefined()
  expect(sent).toEqual([
    ['a', { type: 'top', tags: ['t1'] }, 'v1'],
    ['b', { type: 'top' }, 'v1'],
    ['a', { type: 'hair', tags: [] }, 'v2'],
    ['b', { type: 'hair' }, 'v2'],
  ])
  expect(screen.queryByRole('button', { name: 'Undo all' })).toBeNull()
})

test('rows that fail are told with their reason, and come as a file that can be handed in again', async () => {
  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => files.push(file), revokeObjectURL() {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { change } = calls
  await open({
    change: (id, ...rest) => (id === 'b' ? Promise.reject(refusal('STALE_WRITE', 412)) : change(id, ...rest)),
  })
  await give('id,type,tags\na,top,\nb,top,=1\nx,top,"a, b"\n'.replace(',=1', ','))
  fireEvent.click(await button('Change 2 assets'))
  expect(await screen.findByText(/1 asset changed\. 1 row wasn’t taken/)).toBeDefined()
  await show_(/^2 changes/)
  const [, [, , reason] = []] = await rows()
  expect(reason).toMatch(/changed/i)
  fireEvent.click(await button('Download 2 rows with errors'))
  const [heads, ...lines] = parseCsv(await textOf(files[0]!))
  expect(heads).toEqual(['id', 'type', 'tags', 'Error'])
  expect(lines.map((line) => line.slice(0, 3))).toEqual([
    ['b', 'top', ''],
    ['x', 'top', 'a, b'],
  ])
  expect(lines.every((line) => line[3] !== '')).toBe(true)
})

test('before a file is chosen an example shows what one looks like, and comes as a file that is one', async () => {
  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => files.push(file), revokeObjectURL() {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const known = [asset('a', { name: 'Harbour Parka' }), asset('b', { name: 'Moon Buns, lagoon' })]
  await open({
    find: async ({ names }) => known.filter(({ name }) => names.has(name)),
    tags: async () => ['winter', 'hero', 'summer'].map((name) => ({ id: name, names: [name] })),
    applications: async () => [{ id: 'p1', names: ['Harbour Lane'] }],
  })
  expect(screen.getByRole('table', { name: 'For example' })).toBeDefined()
  fireEvent.click(await button('Download as CSV'))
  await give(await textOf(files[0]!))
  expect(await screen.findByRole('radio', { name: /^2 changes/ })).toBeDefined()
  expect(screen.getByRole('radio', { name: /^0 errors/ })).toBeDefined()
  expect(screen.queryByRole('table', { name: 'For example' })).toBeNull()
})

test('the example and the rows of a file, which may be wider than a phone, scroll by the keyboard', async () => {
  await open()
  expect(screen.getByRole('group', { name: 'For example' }).tabIndex).toBe(0)
  await give(FILE)
  expect((await screen.findByRole('group', { name: 'Rows of the file' })).tabIndex).toBe(0)
})

test('what is stopped goes no further, and says what was not tried', async () => {
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  const { change } = calls
  await open({ change: (...given) => held.then(() => change(...given)) })
  await give(`id,type\n${['a', 'b', 'd', 'e', 'f', 'g', 'h'].map((id) => `${id},top\n`).join('')}`)
  fireEvent.click(await button('Change 7 assets'))
  fireEvent.click(await button('Stop'))
  await act(async () => go())
  expect(await screen.findByText(/6 assets changed\. 1 row wasn’t taken/)).toBeDefined()
  expect((await rows()).at(-1)?.[2]).toMatch(/^Not tried: you stopped before it\./)
})

test.each([
  ['x', 'text.csv', 'This file has no rows.'],
  ['colour\nred\n', 'x.csv', /No column says which asset/],
  ['id\na\n', 'x.csv', /No column says what to change/],
  ['[1]', 'x.json', 'This file can’t be read as CSV or JSON.'],
])('a file that tells nothing of assets is refused: %j', async (text, name, sentence) => {
  await open()
  await give(text, name)
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull()
})

test('where the assets cannot be looked up it says so, and is tried again', async () => {
  const { find } = calls
  let isDown = true
  await open({ find: (...given) => (isDown ? Promise.reject(refusal('UNAVAILABLE', 503)) : find(...given)) })
  await give(FILE)
  await screen.findByRole('alert')
  isDown = false
  fireEvent.click(await button('Retry'))
  expect((await rows()).length).toBe(2)
})
