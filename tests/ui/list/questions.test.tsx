// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import type { ListDefinition } from '../../../src/ui/list/definition.ts'
import { answer, firstIs, mark, menuOf, sessionWith, showList, type Thing, thingList } from './bench.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  Element.prototype.scrollTo = () => {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const asked: number[] = []
const asking: Partial<ListDefinition<Thing>> = {
  loadPage: async (query: ListQuery) => {
    asked.push(query.page)
    return answer(query)
  },
  create: { title: 'New thing', needs: ['create', 'Tag'], question: 'edit' },
  actions: menuOf({ id: 'edit', title: 'Edit', needs: ['update', 'Tag'], question: 'edit' }),
  bulk: [mark({ needs: ['delete', 'Tag'] })],
  questions: {
    edit: ({ row, onAnswered, onClose }) => (
      <div role="dialog" aria-label={row ? `Edit ${row.name}` : 'New thing'}>
        <button type="button" onClick={onAnswered}>
          Save
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    ),
  },
}
const showAs = async (...rights: [string, string][]) => {
  asked.length = 0
  showList(thingList(asking), {}, undefined, { session: sessionWith(...rights) })
  await firstIs('Thing 01')
}
const dialog = () => screen.queryByRole('dialog')?.getAttribute('aria-label')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('an action of a row asks its question, and an answer has the rows asked for again', async () => {
  await showAs(['update', 'Tag'])
  press('Actions for Thing 02')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await waitFor(() => expect(dialog()).toBe('Edit Thing 02'))
  press('Save')
  await waitFor(() => expect([dialog(), asked]).toEqual([undefined, [1, 1]]))
})

test('another row is made by a question about none, which is closed without asking for anything', async () => {
  await showAs(['create', 'Tag'])
  press('New thing')
  expect(dialog()).toBe('New thing')
  press('Cancel')
  expect([dialog(), asked]).toEqual([undefined, [1]])
})

test('nothing is offered that needs a right the person lacks', async () => {
  await showAs(['read', 'Tag'])
  expect(screen.queryByRole('button', { name: 'New thing' })).toBeNull()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  press('Actions for Thing 02')
  await screen.findByRole('menuitem', { name: 'Copy' })
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
})

test('rows can be selected by those who may do something to them', async () => {
  await showAs(['delete', 'Tag'])
  expect(screen.queryAllByRole('checkbox').length).toBeGreaterThan(0)
})
