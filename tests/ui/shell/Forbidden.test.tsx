// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Failure } from '../../../src/ui/shell/Failure.tsx'
import { Forbidden } from '../../../src/ui/shell/Forbidden.tsx'
import { GUEST, PERSON, refusal, show } from '../session/support.tsx'

afterEach(cleanup)

test.each([
  ['a scene of its own', <Forbidden key="scene" />],
  ['a page whose call was refused', <Failure key="page" error={refusal('FORBIDDEN', 403)} reset={() => {}} />],
])('%s tells a person who grants the right, and offers no second try', async (_, view) => {
  await show(view, {}, PERSON)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You don’t have permission to do this')
  expect(screen.getByText('An admin can give it to you.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBe(null)
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Go to assets'])
})

test('a guest is told to make an account first, and led there and back', async () => {
  await show(<Forbidden />, {}, GUEST)
  expect(screen.getByText('Guests can only view. Create an account, then ask an admin for access.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/signup?to=%2F')
})
