// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ForbiddenState } from '../../../src/ui/shell/ForbiddenState.tsx'
import { RouteError } from '../../../src/ui/shell/RouteError.tsx'
import { createRefusalError, GUEST, showView, VERIFIED_USER } from '../session/support.tsx'

test.each([
  ['a ForbiddenState', <ForbiddenState key="scene" />],
  [
    'the RouteError of a call refused with FORBIDDEN',
    <RouteError key="page" error={createRefusalError('FORBIDDEN', 403)} reset={() => {}} />,
  ],
])('explains a missing permission and that an admin grants permissions, without a retry, in %s', async (_, view) => {
  await showView(view, {}, VERIFIED_USER)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You don’t have permission to do this')
  expect(screen.getByText('An admin can give it to you.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBe(null)
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Go to assets'])
})

test('links guests to sign-up, with a return address', async () => {
  await showView(<ForbiddenState />, {}, GUEST)
  expect(screen.getByText('Guests can only view. Create an account, then ask an admin for access.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/signup?to=%2F')
})
