// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ListQuery } from '../../../src/api/contract/list.ts'
import type { ListDefinition } from '../../../src/ui/list/definition.ts'
import { literalText } from '../../support/literal-text.ts'
import {
  expectFirstRow,
  listPageFor,
  markAction,
  menuOf,
  sessionWith,
  showList,
  type Thing,
  thingList,
} from './list-fixture.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})

const pages: number[] = []
const dialogList: Partial<ListDefinition<Thing>> = {
  loadPage: async (query: ListQuery) => {
    pages.push(query.page)
    return listPageFor(query)
  },
  create: { title: literalText('New thing'), needs: ['create', 'Tag'], dialog: 'edit' },
  actions: menuOf({ id: 'edit', title: literalText('Edit'), needs: ['update', 'Tag'], dialog: 'edit' }),
  bulk: [markAction({ needs: ['delete', 'Tag'] })],
  dialogs: {
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
const showAs = async (...rules: [string, string][]) => {
  pages.length = 0
  showList(thingList(dialogList), {}, undefined, { session: sessionWith(...rules) })
  await expectFirstRow('Thing 01')
}
const dialog = () => screen.queryByRole('dialog')?.getAttribute('aria-label')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('opens the dialog of a menu action, and reloads the rows after Save', async () => {
  await showAs(['update', 'Tag'])
  press('Actions for Thing 02')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await waitFor(() => expect(dialog()).toBe('Edit Thing 02'))
  press('Save')
  await waitFor(() => expect([dialog(), pages]).toEqual([undefined, [1, 1]]))
})

test('opens the create dialog without a row, and reloads nothing after Cancel', async () => {
  await showAs(['create', 'Tag'])
  press('New thing')
  expect(dialog()).toBe('New thing')
  press('Cancel')
  expect([dialog(), pages]).toEqual([undefined, [1]])
})

test('offers neither creation, editing nor selection to a user with read permission only', async () => {
  await showAs(['read', 'Tag'])
  expect(screen.queryByRole('button', { name: 'New thing' })).toBeNull()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  press('Actions for Thing 02')
  await screen.findByRole('menuitem', { name: 'Copy' })
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
})

test('shows checkboxes to a user with permission for a bulk action', async () => {
  await showAs(['delete', 'Tag'])
  expect(screen.queryAllByRole('checkbox').length).toBeGreaterThan(0)
})
