// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { VerifyForm } from '../../../src/ui/session/VerifyForm.tsx'
import { field, PERSON, press, refusal, show, type } from './support.tsx'

afterEach(cleanup)

const submit = () => act(async () => void fireEvent.submit(screen.getByRole('form')))

test('a link verifies at once and says so', async () => {
  const { sent } = await show(<VerifyForm id="link-1" />, {
    verifyEmail: () => ({ verifiedAt: '2026-02-02T00:00:00.000Z' }),
  })
  expect(await screen.findByText('Your e-mail is verified')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin')
  expect(sent).toEqual([['verifyEmail', { verificationId: 'link-1' }]])
})

test('a link that is used up is said, and the mail can be sent again', async () => {
  const { sent } = await show(<VerifyForm id="link-1" />, {
    verifyEmail: () => Promise.reject(refusal('LINK_EXPIRED', 410)),
    requestVerification: () => {},
  })
  expect(await screen.findByRole('alert')).toBeTruthy()
  await press('Send it again')
  expect(screen.getByText('Enter your e-mail.')).toBeTruthy()
  type('E-mail', 'one@atelier.example')
  await press('Send it again')
  expect(await screen.findByText('It’s on its way.')).toBeTruthy()
  expect(sent.at(-1)).toEqual(['requestVerification', { email: 'one@atelier.example' }])
})

test('who is signed in verifies with the code alone, and goes on', async () => {
  const { session, sent } = await show(
    <VerifyForm />,
    { verifyEmail: () => ({ verifiedAt: '2026-02-02T00:00:00.000Z' }) },
    PERSON,
  )
  expect(field('E-mail').value).toBe('one@atelier.example')
  type('Code', '409123')
  await submit()
  expect(await screen.findByRole('link', { name: 'Continue' })).toBeTruthy()
  expect(sent).toEqual([['verifyEmail', { email: 'one@atelier.example', code: '409123' }]])
  expect(session.getSnapshot().context.data?.verifiedAt).toBe('2026-02-02T00:00:00.000Z')
})

test('an unfinished code is said at the field, which takes the focus', async () => {
  const { sent } = await show(<VerifyForm />, {}, PERSON)
  type('Code', '12')
  await submit()
  expect(screen.getByText('Enter the six figures from the mail.')).toBeTruthy()
  expect([document.activeElement, sent]).toEqual([field('Code'), []])
})
