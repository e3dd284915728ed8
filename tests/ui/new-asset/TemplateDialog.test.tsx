// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { TemplateDialog } from '../../../src/ui/new-asset/TemplateDialog.tsx'
import { assetWith } from '../../support/assets.ts'
import { PERSON, refusal, show } from '../session/support.tsx'

afterEach(cleanup)

const name = () => screen.getByRole('textbox', { name: /^Name/ }) as HTMLInputElement
const make = () => fireEvent.click(screen.getByRole('button', { name: 'Create asset' }))

async function open(answer: (body: unknown, key: unknown) => Promise<Asset>) {
  const made: Asset[] = []
  const template = assetWith({ id: 'hat', name: 'Straw Hat' })
  await show(
    <TemplateDialog
      template={template}
      create={(body, { idempotencyKey }) => answer(body, idempotencyKey)}
      onMade={(asset) => made.push(asset)}
      onClose={() => {}}
    />,
    {},
    PERSON,
  )
  return made
}

test('an asset is made from another under the name that is given, once however often it is sent', async () => {
  const sent: unknown[] = []
  const keys = new Set<unknown>()
  const made = await open(async (body, key) => {
    sent.push(body)
    keys.add(key)
    if (sent.length === 1) throw refusal('UNAVAILABLE', 503)
    return assetWith({ id: 'copy' })
  })
  expect(name().value).toBe('Straw Hat copy')
  fireEvent.change(name(), { target: { value: ' ' } })
  make()
  expect(await screen.findByText('Enter a name.')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.change(name(), { target: { value: 'Felt Hat' } })
  make()
  await screen.findByRole('alert')
  make()
  await expect.poll(() => made.map(({ id }) => id)).toEqual(['copy'])
  expect(sent).toEqual([
    { templateId: 'hat', name: 'Felt Hat' },
    { templateId: 'hat', name: 'Felt Hat' },
  ])
  expect(keys.size).toBe(1)
})
