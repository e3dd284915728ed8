// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RouteError } from '../../../src/ui/shell/RouteError.tsx'
import { showView } from '../session/support.tsx'

test('shows a code chunk that failed to load as an unreachable service, with a countdown', async () => {
  const error = new TypeError('Failed to fetch dynamically imported module: https://atelier.example/assets/new.js')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await showView(<RouteError error={error} reset={() => {}} />)
  expect(screen.getByRole('alert').textContent).toContain('Atelier can’t reach the service.')
  expect(screen.getByRole('timer').textContent).toBe('Trying again in 5 s')
})

test('shows no countdown for an error of the page itself', async () => {
  await showView(<RouteError error={new TypeError('x is undefined')} reset={() => {}} />)
  expect(screen.getByRole('alert').textContent).not.toContain('can’t reach')
  expect(screen.queryByRole('timer')).toBe(null)
})
