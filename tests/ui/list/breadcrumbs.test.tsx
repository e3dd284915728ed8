// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createApiError } from '../../../src/api/contract/errors.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { ListDefinition } from '../../../src/ui/list/definition.ts'
import { ListScreen } from '../../../src/ui/list/ListScreen.tsx'
import { createSearchValidator } from '../../../src/ui/list/state/list-search.ts'
import { showInRouter } from './cells.tsx'
import { atelierWith, expectFirstRow, type Thing, thingList } from './list-fixture.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})

const show = (list: ListDefinition<Thing>) =>
  showInRouter(
    <AtelierContext value={atelierWith()}>
      <ListScreen list={list} search={createSearchValidator(list)({})} navigate={() => {}} entry={undefined} />
    </AtelierContext>,
  )

test('shows breadcrumbs for a list below another page', async () => {
  await show(thingList({ breadcrumbs: [{ to: '/webhooks', labelKey: 'nav.webhooks' }] }))
  const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumb' })
  expect(crumbs.querySelector('a')?.getAttribute('href')).toBe('/webhooks')
  expect(crumbs.textContent).toBe('Webhooks')
})

test('shows no breadcrumbs for a top-level list', async () => {
  await show(thingList())
  await expectFirstRow('Thing 01')
  expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull()
})

test('explains NOT_FOUND as an unknown error in a top-level list, and as a deletion below another page', async () => {
  const loadPage = () => Promise.reject(createApiError('things', 'NOT_FOUND'))
  await show(thingList({ loadPage }))
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong. Try again.')
  cleanup()
  await show(thingList({ loadPage, breadcrumbs: [{ to: '/webhooks', labelKey: 'nav.webhooks' }] }))
  expect((await screen.findByRole('alert')).textContent).toContain('This was deleted. Go back to the list.')
})
