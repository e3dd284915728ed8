// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Delivery, Webhook } from '../../../src/api/contract/webhooks.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { DELIVERY_COLUMNS, toDeliveryPhoneItem } from '../../../src/ui/webhooks/delivery-columns.tsx'
import { RotateSecretDialog } from '../../../src/ui/webhooks/RotateSecretDialog.tsx'
import { WebhookDialog } from '../../../src/ui/webhooks/WebhookDialog.tsx'
import { toWebhookPhoneItem, WEBHOOK_COLUMNS } from '../../../src/ui/webhooks/webhook-columns.tsx'
import type { WebhookFormValues } from '../../../src/ui/webhooks/webhook-form.ts'
import { createTranslateFor } from '../../support/translate.ts'
import { cellTextsOf, phoneTextsOf } from '../list/cells.tsx'
import { createRefusalError } from '../session/support.tsx'
import '../kit/support.ts'

const hook: Webhook = {
  id: 'w1',
  url: 'https://house.example/hook',
  description: 'The shop',
  keys: ['asset.v1.created', 'asset.v1.locked', 'asset.v1.deleted'],
  isEnabled: true,
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
}
const delivery: Delivery = {
  id: 'd1',
  message: { id: '7', version: 1, key: 'asset.v1.locked', assetId: '0190', at: hook.createdAt },
  status: 'failed',
  tries: [
    { at: hook.createdAt, ms: 20, error: 'timed out' },
    { at: hook.createdAt, ms: 20, status: 500, answer: 'oops' },
  ],
  createdAt: hook.createdAt,
}

test('shows address, events and state of a webhook', async () => {
  const expected = {
    url: 'https://house.example/hookThe shop',
    keys: 'asset.v1.createdand 2 more',
    isEnabled: 'On',
    createdAt: 'now',
  }
  expect(await cellTextsOf(WEBHOOK_COLUMNS, hook)).toEqual(expected)
  cleanup()
  const disabled = { ...hook, keys: [], description: '', isEnabled: false }
  expect(await cellTextsOf(WEBHOOK_COLUMNS, disabled)).toEqual({
    ...expected,
    url: 'https://house.example/hook',
    keys: 'All events',
    isEnabled: 'Off',
  })
  cleanup()
  expect(await phoneTextsOf(toWebhookPhoneItem(hook))).toEqual(['https://house.example/hook', '', 'On'])
})

test('shows event, attempts and outcome of a delivery', async () => {
  const expected = { message: 'asset.v1.locked0190', status: 'Failed', tries: '2 triesResponded 500', createdAt: 'now' }
  expect(await cellTextsOf(DELIVERY_COLUMNS, delivery)).toEqual(expected)
  cleanup()
  const once = { ...delivery, status: 'waiting' as const, tries: delivery.tries.slice(0, 1) }
  expect(await cellTextsOf(DELIVERY_COLUMNS, once)).toMatchObject({ status: 'Waiting', tries: '1 trytimed out' })
  cleanup()
  expect(await cellTextsOf(DELIVERY_COLUMNS, { ...once, tries: [] })).toMatchObject({ tries: 'Not sent yet' })
  cleanup()
  expect(await phoneTextsOf(toDeliveryPhoneItem(delivery))).toEqual(['asset.v1.locked', 'now', 'Failed'])
})

const renderInApp = (children: ReactNode) =>
  render(
    <AtelierContext value={{ translate: createTranslateFor('en'), language: 'en' } as unknown as Atelier}>
      {children}
    </AtelierContext>,
  )
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })

test('requires an https:// address for a new webhook, and shows the secret until “Done” is pressed', async () => {
  const saved: WebhookFormValues[] = []
  const events: string[] = []
  renderInApp(
    <WebhookDialog
      save={async (body) => {
        saved.push(body)
        return { ...hook, secret: 'whsec_abc' }
      }}
      onSaved={() => events.push('saved')}
      onClose={() => events.push('closed')}
    />,
  )
  await press('Create webhook')
  expect(screen.getByText('Enter an address.')).toBeTruthy()
  type('Address', 'house.example')
  await press('Create webhook')
  expect(screen.getByText('Enter an address that begins with https://.')).toBeTruthy()
  expect(saved).toEqual([])
  type('Address', 'https://house.example/hook')
  await press('Create webhook')
  expect(saved).toEqual([{ url: 'https://house.example/hook', description: '', keys: [] }])
  expect(screen.getByText('whsec_abc')).toBeTruthy()
  expect(events).toEqual([])
  await press('Done')
  expect(events).toEqual(['saved'])
})

test('shows the error of a refused address', async () => {
  const details = [{ path: 'body.url', message: 'webhook.urlPrivate' }]
  renderInApp(
    <WebhookDialog
      save={() => Promise.reject(createRefusalError('INVALID_INPUT', 400, details))}
      onSaved={() => {}}
      onClose={() => {}}
    />,
  )
  type('Address', 'https://127.0.0.1/hook')
  await press('Create webhook')
  expect(screen.getByText('This address isn’t public, so nothing can be sent to it.')).toBeTruthy()
})

test('edits a webhook from its present values without showing a secret', async () => {
  const saved: WebhookFormValues[] = []
  const events: string[] = []
  renderInApp(
    <WebhookDialog
      webhook={hook}
      save={async (body) => {
        saved.push(body)
        return hook
      }}
      onSaved={() => events.push('saved')}
      onClose={() => events.push('closed')}
    />,
  )
  await press('Remove asset.v1.locked')
  type('Description', 'The other shop')
  await press('Save')
  expect(saved).toEqual([
    { url: hook.url, description: 'The other shop', keys: ['asset.v1.created', 'asset.v1.deleted'] },
  ])
  expect(events).toEqual(['saved'])
})

test('rotates the secret after confirmation and shows the new secret', async () => {
  const events: string[] = []
  renderInApp(
    <RotateSecretDialog
      webhook={hook}
      rotate={async (webhook) => ({ ...webhook, secret: 'whsec_new' })}
      onClose={() => events.push('closed')}
    />,
  )
  expect(screen.getByRole('alertdialog', { name: 'New secret for https://house.example/hook?' })).toBeTruthy()
  await press('New secret')
  expect(await screen.findByText('whsec_new')).toBeTruthy()
  await press('Done')
  expect(events).toEqual(['closed'])
})
