// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ForgotForm } from '../../../src/ui/session/ForgotForm.tsx'
import { type ChangePassword, ResetPasswordForm } from '../../../src/ui/session/ResetPasswordForm.tsx'
import { field, refusal, show, type } from './support.tsx'

afterEach(cleanup)

const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')))

test('whatever the address, the answer is the same, and the code can be entered at once', async () => {
  const asked: string[] = []
  const changed: unknown[] = []
  await show(
    <ForgotForm
      requestReset={async (email) => void asked.push(email)}
      change={async (body) => void changed.push(body)}
    />,
  )
  type('E-mail', 'who@atelier.example')
  await submit()
  expect(await screen.findByText('If who@atelier.example has an account, we’ve sent an e-mail.')).toBeTruthy()
  expect(field('E-mail').value).toBe('who@atelier.example')
  type('Code', '409123')
  type('New password', 'correct horse battery')
  await submit()
  expect(await screen.findByText('Password changed')).toBeTruthy()
  expect([asked, changed]).toEqual([
    ['who@atelier.example'],
    [{ email: 'who@atelier.example', code: '409123', password: 'correct horse battery' }],
  ])
})

test('an address is asked for before anything is sent', async () => {
  const asked: string[] = []
  await show(<ForgotForm requestReset={async (email) => void asked.push(email)} change={async () => {}} />)
  await submit()
  expect([screen.getByText('Enter your e-mail.').textContent, document.activeElement, asked]).toEqual([
    'Enter your e-mail.',
    field('E-mail'),
    [],
  ])
})

test('a link asks for the new password only', async () => {
  const changed: unknown[] = []
  await showReset(async (body) => void changed.push(body))
  expect(screen.queryByLabelText('E-mail')).toBe(null)
  type('New password', 'correct horse battery')
  await submit()
  expect(await screen.findByText('Password changed')).toBeTruthy()
  expect(changed).toEqual([{ id: 'link-1', password: 'correct horse battery' }])
})

test('a link that goes stale meanwhile is said kindly, with a way to ask for another', async () => {
  await showReset(() => Promise.reject(refusal('LINK_EXPIRED', 410)))
  type('New password', 'correct horse battery')
  await submit()
  expect(await screen.findByText('This link has expired')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot')
})

test('a failure keeps what was typed', async () => {
  await showReset(() => Promise.reject(refusal('UNAVAILABLE', 503)))
  type('New password', 'correct horse battery')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('The service isn’t available right now.')
  expect(field('New password').value).toBe('correct horse battery')
})

test('a wrong code is told at the code', async () => {
  await show(
    <ResetPasswordForm email="one@atelier.example" change={() => Promise.reject(refusal('WRONG_CODE', 401))} />,
  )
  type('Code', '000000')
  type('New password', 'correct horse battery')
  await submit()
  expect(field('Code').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Code'))
})

const showReset = (change: ChangePassword) => show(<ResetPasswordForm id="link-1" change={change} />)
