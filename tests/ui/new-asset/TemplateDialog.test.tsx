// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { NewFromTemplate } from '../../../src/ui/new-asset/NewFromTemplate.tsx'
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

test('a template is found by its name first where none is given', async () => {
  const asked: unknown[] = []
  const made: string[] = []
  const all = [assetWith({ id: 'hat', name: 'Straw Hat' }), assetWith({ id: 'boot', name: 'Peat Boot' })]
  const list = async ({ query }: { query: { search?: string } }) => {
    asked.push(query)
    return { data: all.filter(({ name }) => name.includes(query.search ?? '')) }
  }
  const usingTemplate = async ({ body }: { body: { name: string } }) => assetWith({ id: body.name })
  const api = { assets: { list }, privateAssets: { usingTemplate } } as never
  const tell = ({ id }: Asset) => void made.push(id)
  await show(<NewFromTemplate template={null} api={api} onMade={tell} onClose={() => {}} />, {}, PERSON)
  expect((await screen.findAllByRole('option')).length).toBe(2)
  fireEvent.change(screen.getByRole('combobox', { name: 'Find an asset' }), { target: { value: 'Boot' } })
  await expect.poll(() => screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Peat Boot'])
  fireEvent.click(screen.getByRole('option'))
  expect(await screen.findByRole('dialog', { name: 'New from Peat Boot' })).toBeDefined()
  make()
  await expect.poll(() => made).toEqual(['Peat Boot copy'])
  expect(asked).toEqual([
    { limit: 20, order: '-updatedAt' },
    { limit: 20, order: '-updatedAt', search: 'Boot' },
  ])
})
