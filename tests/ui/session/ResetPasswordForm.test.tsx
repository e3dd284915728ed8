// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ForgotPasswordForm } from '../../../src/ui/session/ForgotPasswordForm.tsx'
import { type ChangePassword, ResetPasswordForm } from '../../../src/ui/session/ResetPasswordForm.tsx'
import { createRefusalError, getField, showView, typeText } from './support.tsx'

const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')))

test('does not reveal whether an address has an account, and accepts the mailed code on the same page', async () => {
  const emails: string[] = []
  const changed: unknown[] = []
  await showView(
    <ForgotPasswordForm
      requestReset={async (email) => void emails.push(email)}
      change={async (body) => void changed.push(body)}
    />,
  )
  typeText('E-mail', 'who@atelier.example')
  await submit()
  expect(await screen.findByText('If who@atelier.example has an account, we’ve sent an e-mail.')).toBeTruthy()
  expect(getField('E-mail').value).toBe('who@atelier.example')
  typeText('Code', '409123')
  typeText('New password', 'correct horse battery')
  await submit()
  expect(await screen.findByText('Password changed')).toBeTruthy()
  expect([emails, changed]).toEqual([
    ['who@atelier.example'],
    [{ email: 'who@atelier.example', code: '409123', password: 'correct horse battery' }],
  ])
})

test('requires an e-mail address before it requests a reset', async () => {
  const emails: string[] = []
  await showView(<ForgotPasswordForm requestReset={async (email) => void emails.push(email)} change={async () => {}} />)
  await submit()
  expect([screen.getByText('Enter your e-mail.').textContent, document.activeElement, emails]).toEqual([
    'Enter your e-mail.',
    getField('E-mail'),
    [],
  ])
})

test('requires only the new password on the page of a reset link', async () => {
  const changed: unknown[] = []
  await showReset(async (body) => void changed.push(body))
  expect(screen.queryByLabelText('E-mail')).toBe(null)
  typeText('New password', 'correct horse battery')
  await submit()
  expect(await screen.findByText('Password changed')).toBeTruthy()
  expect(changed).toEqual([{ id: 'link-1', password: 'correct horse battery' }])
})

test.each([
  ['LINK_EXPIRED', 'This link is no longer valid'],
  ['LINK_USED', 'This link has already been used'],
] as const)(
  'shows that the reset link was refused with %s, and links to the form that sends a new link',
  async (code, title) => {
    await showReset(() => Promise.reject(createRefusalError(code, 410)))
    typeText('New password', 'correct horse battery')
    await submit()
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot')
  },
)

test('keeps the typed password after a failed request', async () => {
  await showReset(() => Promise.reject(createRefusalError('UNAVAILABLE', 503)))
  typeText('New password', 'correct horse battery')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('The service isn’t available right now.')
  expect(getField('New password').value).toBe('correct horse battery')
})

test('marks the code field as invalid and focuses the field if the code is wrong', async () => {
  await showView(
    <ResetPasswordForm
      email="one@atelier.example"
      change={() => Promise.reject(createRefusalError('WRONG_CODE', 401))}
    />,
  )
  typeText('Code', '000000')
  typeText('New password', 'correct horse battery')
  await submit()
  expect(getField('Code').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(getField('Code'))
})

const showReset = (change: ChangePassword) => showView(<ResetPasswordForm id="link-1" change={change} />)
