// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../src/ui/shell/Failure.tsx'
import { show } from '../session/support.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('code of a page that did not come is told as a service out of reach, and counted down to the next try', async () => {
  const error = new TypeError('Failed to fetch dynamically imported module: https://atelier.example/assets/new.js')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await show(<Failure error={error} reset={() => {}} />)
  expect(screen.getByRole('alert').textContent).toContain('Atelier can’t reach the service.')
  expect(screen.getByRole('timer').textContent).toBe('Trying again in 5 s')
})

test('what broke in the page itself is not', async () => {
  await show(<Failure error={new TypeError('x is undefined')} reset={() => {}} />)
  expect(screen.getByRole('alert').textContent).not.toContain('can’t reach')
  expect(screen.queryByRole('timer')).toBe(null)
})
