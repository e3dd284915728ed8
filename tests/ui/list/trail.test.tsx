// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusal } from '../../../src/api/contract/errors.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { ListDefinition } from '../../../src/ui/list/definition.ts'
import { ListScreen } from '../../../src/ui/list/ListScreen.tsx'
import { listSearch } from '../../../src/ui/list/search.ts'
import { atelierWith, firstIs, type Thing, thingList } from './bench.tsx'
import { showInRouter } from './cells.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (list: ListDefinition<Thing>) =>
  showInRouter(
    <AtelierContext value={atelierWith()}>
      <ListScreen list={list} search={listSearch(list)({})} navigate={() => {}} entry={undefined} />
    </AtelierContext>,
  )

test('a list below another leads back to it before its title', async () => {
  await show(thingList({ trail: [{ to: '/webhooks', word: 'nav.webhooks' }] }))
  const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumb' })
  expect(crumbs.querySelector('a')?.getAttribute('href')).toBe('/webhooks')
  expect(crumbs.textContent).toBe('Webhooks')
})

test('a list that stands by itself has no way back', async () => {
  await show(thingList())
  await firstIs('Thing 01')
  expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull()
})

test('a list that the service does not know is nothing that was deleted; what it stands below may be', async () => {
  const loadPage = () => Promise.reject(refusal('things', 'NOT_FOUND'))
  await show(thingList({ loadPage }))
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong. Try again.')
  cleanup()
  await show(thingList({ loadPage, trail: [{ to: '/webhooks', word: 'nav.webhooks' }] }))
  expect((await screen.findByRole('alert')).textContent).toContain('This was deleted. Go back to the list.')
})
