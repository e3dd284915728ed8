// @vitest-environment jsdom
import { File } from 'node:buffer'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import type { DetailsCalls } from '../../../src/ui/details-import/details-calls.ts'
import { ImportScreen } from '../../../src/ui/details-import/ImportScreen.tsx'
import { parseCsv } from '../../support/csv.ts'
import { createRefusalError, showView, VERIFIED_USER } from '../session/support.tsx'

const asset = (id: string, change: Partial<Asset> = {}) =>
  ({
    ...{ id, name: `Hat ${id}`, type: 'hair', gender: 'male', locked: false, tags: [], applications: [] },
    updatedAt: 'v1',
    ...change,
  }) as unknown as Asset

let sentChanges: unknown[]
let calls: DetailsCalls
beforeEach(() => {
  sentChanges = []
  const assets = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => asset(id, { locked: id === 'c' }))
  calls = {
    find: async ({ ids }) => assets.filter(({ id }) => ids.has(id)),
    tags: async () => [{ id: 't1', names: ['Warm'] }],
    applications: async () => [],
    change: async (id, details, version) => {
      sentChanges.push([id, details, version])
      return asset(id, { updatedAt: 'v2' })
    },
  }
})

const open = async (change: Partial<DetailsCalls> = {}) => {
  calls = { ...calls, ...change }
  await showView(<ImportScreen calls={calls} />, {}, VERIFIED_USER)
}
const chooseFile = async (text: string, name = 'hats.csv') => {
  const input = screen.getByLabelText('Metadata file')
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
const showRows = async (name: RegExp) => fireEvent.click(await screen.findByRole('radio', { name }))

/** Returns the text of a file, because jsdom lacks `Blob.text`. */
const textOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(file)
  })

const FILE = 'id;type;tags;colour\na;Top;Warm;red\nb;top;;\nc;top;;\nx;top;;\nd;hair;;\n'

test('previews the changes and errors of a file without changing assets', async () => {
  await open()
  await chooseFile(FILE)
  expect(await rows()).toEqual([
    ['4', 'Hat c', 'This asset is locked.'],
    ['5', 'x', 'There’s no asset you may change with the ID “x”.'],
  ])
  expect(screen.getByText('Not used: colour')).toBeDefined()
  await showRows(/^2 changes/)
  expect(await rows()).toEqual([
    ['2', 'Hat a', 'TypeHair → TopTagsnone → Warm'],
    ['3', 'Hat b', 'TypeHair → Top'],
  ])
  await showRows(/^1 unchanged/)
  expect(await rows()).toEqual([['6', 'Hat d', '']])
  expect(sentChanges).toEqual([])
})

test('sends the loaded version with each change, and on “Undo all” the new version with each revert', async () => {
  await open()
  await chooseFile(FILE)
  fireEvent.click(await button('Change 2 assets'))
  fireEvent.click(await button('Undo all'))
  expect(await screen.findByText(/2 assets reverted/)).toBeDefined()
  expect(sentChanges).toEqual([
    ['a', { type: 'top', tags: ['t1'] }, 'v1'],
    ['b', { type: 'top' }, 'v1'],
    ['a', { type: 'hair', tags: [] }, 'v2'],
    ['b', { type: 'hair' }, 'v2'],
  ])
  expect(screen.queryByRole('button', { name: 'Undo all' })).toBeNull()
})

test('shows why rows failed, and exports the failed rows without formulas for another import', async () => {
  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => files.push(file), revokeObjectURL() {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { change } = calls
  await open({
    change: (id, ...rest) =>
      id === 'b' ? Promise.reject(createRefusalError('STALE_WRITE', 412)) : change(id, ...rest),
  })
  await chooseFile('id,type,tags\na,top,\nb,top,\nx,top,"=a, b"\n')
  fireEvent.click(await button('Change 2 assets'))
  expect(await screen.findByText(/1 asset changed\. 1 row was skipped/)).toBeDefined()
  await showRows(/^2 changes/)
  const [, [, , reason] = []] = await rows()
  expect(reason).toMatch(/changed/i)
  fireEvent.click(await button('Download 2 rows with errors'))
  const [heads, ...lines] = parseCsv(await textOf(files[0]!))
  expect(heads).toEqual(['id', 'type', 'tags', 'Error'])
  expect(lines.map((line) => line.slice(0, 3))).toEqual([
    ['b', 'top', ''],
    ['x', 'top', "'=a, b"],
  ])
  expect(lines.every((line) => line[3] !== '')).toBe(true)
})

test('shows an example before a file is chosen; the downloaded example imports without errors', async () => {
  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => files.push(file), revokeObjectURL() {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const assets = [asset('a', { name: 'Harbour Parka' }), asset('b', { name: 'Moon Buns, lagoon' })]
  await open({
    find: async ({ names }) => assets.filter(({ name }) => names.has(name)),
    tags: async () => ['winter', 'hero', 'summer'].map((name) => ({ id: name, names: [name] })),
    applications: async () => [{ id: 'p1', names: ['Harbour Lane'] }],
  })
  expect(screen.getByRole('table', { name: 'For example' })).toBeDefined()
  fireEvent.click(await button('Download as CSV'))
  await chooseFile(await textOf(files[0]!))
  expect(await screen.findByRole('radio', { name: /^2 changes/ })).toBeDefined()
  expect(screen.getByRole('radio', { name: /^0 errors/ })).toBeDefined()
  expect(screen.queryByRole('table', { name: 'For example' })).toBeNull()
})

test('makes the tables focusable, so that keys can scroll them', async () => {
  await open()
  expect(screen.getByRole('group', { name: 'For example' }).tabIndex).toBe(0)
  await chooseFile(FILE)
  expect((await screen.findByRole('group', { name: 'Rows of the file' })).tabIndex).toBe(0)
})

test('stops the import on “Stop” and reports which rows were not tried', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { change } = calls
  await open({ change: (...args) => released.then(() => change(...args)) })
  await chooseFile(`id,type\n${['a', 'b', 'd', 'e', 'f', 'g', 'h'].map((id) => `${id},top\n`).join('')}`)
  fireEvent.click(await button('Change 7 assets'))
  fireEvent.click(await button('Stop'))
  await act(async () => release())
  expect(await screen.findByText(/6 assets changed\. 1 row was skipped/)).toBeDefined()
  expect((await rows()).at(-1)?.[2]).toMatch(/^Not tried: you stopped before it\./)
})

test.each([
  ['x', 'text.csv', 'This file has no rows.'],
  ['colour\nred\n', 'x.csv', /Add an “ID” or “name” column/],
  ['id\na\n', 'x.csv', /Add a column to change/],
  ['[1]', 'x.json', 'This file can’t be read as CSV or JSON.'],
])('refuses a file without asset details: %j', async (text, name, sentence) => {
  await open()
  await chooseFile(text, name)
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull()
})

test('shows an error with a retry if the lookup of the assets fails', async () => {
  const { find } = calls
  let isDown = true
  await open({ find: (...args) => (isDown ? Promise.reject(createRefusalError('UNAVAILABLE', 503)) : find(...args)) })
  await chooseFile(FILE)
  await screen.findByRole('alert')
  isDown = false
  fireEvent.click(await button('Retry'))
  expect((await rows()).length).toBe(2)
})
