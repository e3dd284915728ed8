// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Delivery, Webhook } from '../../../src/api/contract/webhooks.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { DELIVERY_COLUMNS, deliveryOnPhone } from '../../../src/ui/webhooks/delivery-columns.tsx'
import { RotateSecret } from '../../../src/ui/webhooks/RotateSecret.tsx'
import { WebhookDialog } from '../../../src/ui/webhooks/WebhookDialog.tsx'
import { WEBHOOK_COLUMNS, webhookOnPhone } from '../../../src/ui/webhooks/webhook-columns.tsx'
import type { WebhookForm } from '../../../src/ui/webhooks/webhook-form.ts'
import { translateIn } from '../../support/translate.ts'
import { cellsOf, phoneOf } from '../list/cells.tsx'
import { refusal } from '../session/support.tsx'
import '../kit/support.ts'

afterEach(cleanup)

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

test('a row says where a webhook sends, which events, and whether it is on', async () => {
  const told = {
    url: 'https://house.example/hookThe shop',
    keys: 'asset.v1.createdand 2 more',
    isEnabled: 'On',
    createdAt: 'now',
  }
  expect(await cellsOf(WEBHOOK_COLUMNS, hook)).toEqual(told)
  cleanup()
  const off = { ...hook, keys: [], description: '', isEnabled: false }
  expect(await cellsOf(WEBHOOK_COLUMNS, off)).toEqual({
    ...told,
    url: 'https://house.example/hook',
    keys: 'All events',
    isEnabled: 'Off',
  })
  cleanup()
  expect(await phoneOf(webhookOnPhone(hook))).toEqual(['https://house.example/hook', '', 'On'])
})

test('a line of the log says what was sent, how often, and how that ended', async () => {
  const told = { message: 'asset.v1.locked0190', status: 'Failed', tries: '2 triesAnswered 500', createdAt: 'now' }
  expect(await cellsOf(DELIVERY_COLUMNS, delivery)).toEqual(told)
  cleanup()
  const once = { ...delivery, status: 'waiting' as const, tries: delivery.tries.slice(0, 1) }
  expect(await cellsOf(DELIVERY_COLUMNS, once)).toMatchObject({ status: 'Waiting', tries: '1 trytimed out' })
  cleanup()
  expect(await cellsOf(DELIVERY_COLUMNS, { ...once, tries: [] })).toMatchObject({ tries: 'Not sent yet' })
  cleanup()
  expect(await phoneOf(deliveryOnPhone(delivery))).toEqual(['asset.v1.locked', 'now', 'Failed'])
})

const within = (children: ReactNode) =>
  render(
    <AtelierContext value={{ translate: translateIn('en'), language: 'en' } as unknown as Atelier}>
      {children}
    </AtelierContext>,
  )
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })

test('a new webhook needs an address; its secret is shown once', async () => {
  const saved: WebhookForm[] = []
  const heard: string[] = []
  within(
    <WebhookDialog
      save={async (body) => {
        saved.push(body)
        return { ...hook, secret: 'whsec_abc' }
      }}
      onSaved={() => heard.push('saved')}
      onClose={() => heard.push('closed')}
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
  expect(heard).toEqual([])
  await press('Done')
  expect(heard).toEqual(['saved'])
})

test('an address that the service does not send to is told as such, at its field', async () => {
  const details = [{ path: 'body.url', message: 'webhook.urlPrivate' }]
  within(
    <WebhookDialog
      save={() => Promise.reject(refusal('INVALID_INPUT', 400, details))}
      onSaved={() => {}}
      onClose={() => {}}
    />,
  )
  type('Address', 'https://127.0.0.1/hook')
  await press('Create webhook')
  expect(screen.getByText('Nothing can be sent there: this address isn’t public.')).toBeTruthy()
})

test('one that is changed begins with what it is, and has no secret to show', async () => {
  const saved: WebhookForm[] = []
  const heard: string[] = []
  within(
    <WebhookDialog
      webhook={hook}
      save={async (body) => {
        saved.push(body)
        return hook
      }}
      onSaved={() => heard.push('saved')}
      onClose={() => heard.push('closed')}
    />,
  )
  await press('Remove asset.v1.locked')
  type('Description', 'The other shop')
  await press('Save')
  expect(saved).toEqual([
    { url: hook.url, description: 'The other shop', keys: ['asset.v1.created', 'asset.v1.deleted'] },
  ])
  expect(heard).toEqual(['saved'])
})

test('another secret is asked for first, then shown', async () => {
  const heard: string[] = []
  within(
    <RotateSecret
      webhook={hook}
      rotate={async (webhook) => ({ ...webhook, secret: 'whsec_new' })}
      onClose={() => heard.push('closed')}
    />,
  )
  expect(screen.getByRole('alertdialog', { name: 'New secret for https://house.example/hook?' })).toBeTruthy()
  await press('New secret')
  expect(await screen.findByText('whsec_new')).toBeTruthy()
  await press('Done')
  expect(heard).toEqual(['closed'])
})
