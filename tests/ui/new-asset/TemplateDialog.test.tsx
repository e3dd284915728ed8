// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { NewFromTemplateDialog } from '../../../src/ui/new-asset/NewFromTemplateDialog.tsx'
import { TemplateDialog } from '../../../src/ui/new-asset/TemplateDialog.tsx'
import { createAsset } from '../../support/create-asset.ts'
import { createRefusalError, showView, VERIFIED_USER } from '../session/support.tsx'

const name = () => screen.getByRole('textbox', { name: /^Name/ }) as HTMLInputElement
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create asset' }))

async function open(respond: (body: unknown, key: unknown) => Promise<Asset>) {
  const created: Asset[] = []
  const template = createAsset({ id: 'hat', name: 'Straw Hat' })
  await showView(
    <TemplateDialog
      template={template}
      create={(body, { idempotencyKey }) => respond(body, idempotencyKey)}
      onMade={(asset) => created.push(asset)}
      onClose={() => {}}
    />,
    {},
    VERIFIED_USER,
  )
  return created
}

test('creates an asset from a template under the typed name, and retries with the same idempotency key', async () => {
  const requests: unknown[] = []
  const keys = new Set<unknown>()
  const created = await open(async (body, key) => {
    requests.push(body)
    keys.add(key)
    if (requests.length === 1) throw createRefusalError('UNAVAILABLE', 503)
    return createAsset({ id: 'copy' })
  })
  expect(name().value).toBe('Straw Hat copy')
  fireEvent.change(name(), { target: { value: ' ' } })
  submit()
  expect(await screen.findByText('Enter a name.')).toBeDefined()
  expect(requests).toEqual([])
  fireEvent.change(name(), { target: { value: 'Felt Hat' } })
  submit()
  await screen.findByRole('alert')
  submit()
  await expect.poll(() => created.map(({ id }) => id)).toEqual(['copy'])
  expect(requests).toEqual([
    { templateId: 'hat', name: 'Felt Hat' },
    { templateId: 'hat', name: 'Felt Hat' },
  ])
  expect(keys.size).toBe(1)
})

test('offers a search for a template by name if the dialog opens without a template', async () => {
  const queries: unknown[] = []
  const created: string[] = []
  const all = [createAsset({ id: 'hat', name: 'Straw Hat' }), createAsset({ id: 'boot', name: 'Peat Boot' })]
  const list = async ({ query }: { query: { search?: string } }) => {
    queries.push(query)
    return { data: all.filter(({ name }) => name.includes(query.search ?? '')) }
  }
  const usingTemplate = async ({ body }: { body: { name: string } }) => createAsset({ id: body.name })
  const api = { assets: { list }, privateAssets: { usingTemplate } } as never
  const onMade = ({ id }: Asset) => void created.push(id)
  await showView(
    <NewFromTemplateDialog template={null} api={api} onMade={onMade} onClose={() => {}} />,
    {},
    VERIFIED_USER,
  )
  expect((await screen.findAllByRole('option')).length).toBe(2)
  fireEvent.change(screen.getByRole('combobox', { name: 'Find an asset' }), { target: { value: 'Boot' } })
  await expect.poll(() => screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Peat Boot'])
  fireEvent.click(screen.getByRole('option'))
  expect(await screen.findByRole('dialog', { name: 'New from Peat Boot' })).toBeDefined()
  submit()
  await expect.poll(() => created).toEqual(['Peat Boot copy'])
  expect(queries).toEqual([
    { limit: 20, order: '-updatedAt' },
    { limit: 20, order: '-updatedAt', search: 'Boot' },
  ])
})
