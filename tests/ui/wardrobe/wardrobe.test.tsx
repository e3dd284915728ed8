// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { useToasts } from '../../../src/ui/list/use-toasts.ts'
import { GarmentList } from '../../../src/ui/wardrobe/GarmentList.tsx'
import { OutfitList } from '../../../src/ui/wardrobe/OutfitList.tsx'
import { useWardrobe } from '../../../src/ui/wardrobe/use-wardrobe.ts'
import type { WardrobeCalls } from '../../../src/ui/wardrobe/wardrobe-calls.ts'
import { createRefusalError, press, showView, VERIFIED_USER } from '../session/support.tsx'

const at = '2026-03-02T09:00:00.000Z'
const asset = (id: string, name: string, type: Asset['type'], bodyId?: string): Asset => ({
  ...{ id, name, type, gender: 'neutral', modelUrl: `/files/${id}.glb`, locked: false, applications: [], tags: [] },
  stats: { triangles: 1, vertices: 3, textures: 0, bytes: 9 },
  ...{ createdAt: at, updatedAt: at, createdBy: 'u1' },
  ...(bodyId && { bodyId }),
})
const OAK = asset('oak', 'Oak Body', 'bodyshape')
const ELM = asset('elm', 'Elm Body', 'bodyshape')
const CAP = asset('cap', 'Cap', 'headwear', 'elm')
const COAT = asset('coat', 'Coat', 'top', 'oak')

let calls: unknown[]
let ownedAssets: Asset[]
beforeEach(() => {
  calls = []
  ownedAssets = [CAP, COAT]
})

interface PageProps {
  overrides?: Partial<WardrobeCalls>
  canChange?: boolean
  wear?: readonly string[]
}

function Page({ overrides = {}, canChange = false, wear: first = [] }: PageProps) {
  const [wear, onWear] = useState(first)
  const wardrobeCalls: WardrobeCalls = {
    read: async () => ({ assets: ownedAssets, ids: ownedAssets.map(({ id }) => id) }),
    bodies: async () => [OAK, ELM],
    owner: async () => ({}),
    change: async (change) => void calls.push(change),
    find: async () => ({ data: [] }),
    get: async () => CAP,
    ...overrides,
  }
  const toasts = useToasts('wardrobe.outfits')
  const wardrobe = useWardrobe({ userId: 'u1', calls: wardrobeCalls, wear, onWear })
  return (
    <>
      <output aria-label="models">{wardrobe.models.join(' ')}</output>
      <OutfitList userId="u1" wear={wear} onWear={onWear} loadToasts={toasts.load} />
      <GarmentList wardrobe={wardrobe} canChange={canChange} isOwn calls={wardrobeCalls} />
      {toasts.Region && <toasts.Region />}
    </>
  )
}
const open = (props: PageProps = {}) => showView(<Page {...props} />, {}, VERIFIED_USER)
const models = () => screen.getByRole('status', { name: 'models' }).textContent
const wornButton = (name: string) => screen.getByRole('button', { name, pressed: true })

test('a press on an asset shows the asset on its body, and a second press takes the asset off', async () => {
  await open()
  await waitFor(() => expect(models()).toBe('/files/oak.glb'))
  await press('Cap')
  expect(models()).toBe('/files/elm.glb /files/cap.glb')
  await press('Coat')
  expect(models()).toBe('/files/oak.glb /files/cap.glb /files/coat.glb')
  expect(within(wornButton('Cap Made for another body')).getByText('Made for another body')).toBeTruthy()
  await press('Elm Body')
  expect(models()).toBe('/files/elm.glb /files/cap.glb /files/coat.glb')
  await press('Coat Made for another body')
  expect(models()).toBe('/files/elm.glb /files/cap.glb')
})

test('shows the assets named in the URL and skips missing assets', async () => {
  await open({ wear: ['coat', 'gone'] })
  await waitFor(() => expect(models()).toBe('/files/oak.glb /files/coat.glb'))
})

test('sets the id of a dragged asset as drag data', async () => {
  await open()
  const data = new Map<string, string>()
  const dataTransfer = { setData: (kind: string, text: string) => data.set(kind, text), effectAllowed: '' }
  fireEvent.dragStart(await screen.findByRole('button', { name: 'Cap' }), { dataTransfer })
  expect([...data]).toEqual([['application/x-atelier-garment', 'cap']])
})

test('saves an outfit under its name, restores the outfit on click, and offers Undo after its deletion', async () => {
  await open()
  await screen.findByRole('button', { name: 'Cap' })
  expect(screen.getByRole('button', { name: 'Save outfit' }).hasAttribute('disabled')).toBe(true)
  await press('Cap')
  fireEvent.change(screen.getByLabelText('Outfit name'), { target: { value: ' Rainy ' } })
  await press('Save outfit')
  expect(await screen.findByRole('button', { name: 'Rainy', pressed: true })).toBeTruthy()
  await press('Cap')
  expect(screen.getByRole('button', { name: 'Rainy', pressed: false })).toBeTruthy()
  await press('Rainy')
  expect(wornButton('Cap')).toBeTruthy()
  await press('Delete outfit Rainy')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rainy' })).toBe(null))
  expect(await screen.findByText('Outfit “Rainy” deleted')).toBeTruthy()
  await press('Undo')
  expect(await screen.findByRole('button', { name: 'Rainy', pressed: true })).toBeTruthy()
})

test('offers Remove, which also takes off a worn asset, only to users with permission', async () => {
  await open({
    canChange: true,
    wear: ['cap'],
    overrides: {
      change: async (change) => {
        calls.push(change)
        ownedAssets = [COAT]
      },
    },
  })
  await press('Remove Cap from the wardrobe')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cap' })).toBe(null))
  expect(calls).toEqual([{ do: 'remove', assetIds: ['cap'], n: 1 }])
  expect(models()).toBe('/files/oak.glb')
  expect(screen.queryByRole('button', { name: /^Remove Oak Body/ })).toBe(null)
  cleanup()
  await open()
  await screen.findByRole('button', { name: 'Coat' })
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBe(null)
})

test('shows why a change failed, keeps the assets, and retries', async () => {
  let isUnreachable = true
  await open({
    canChange: true,
    overrides: {
      change: async (change) => {
        if (isUnreachable) throw createRefusalError('FORBIDDEN', 403)
        calls.push(change)
        ownedAssets = [CAP]
      },
    },
  })
  await press('Remove Coat from the wardrobe')
  expect((await screen.findByRole('alert')).textContent).toMatch(/permission/)
  expect(screen.getByRole('button', { name: 'Coat' })).toBeTruthy()
  isUnreachable = false
  await act(async () => within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' }).click())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Coat' })).toBe(null))
})

test('explains an empty wardrobe and still shows bodies', async () => {
  ownedAssets = []
  await open()
  expect(await screen.findByText('Nothing is in your wardrobe yet. An admin can add assets to it.')).toBeTruthy()
  expect(wornButton('Oak Body')).toBeTruthy()
})

test('offers only assets not in the wardrobe, and Clear removes only assets added in the picker', async () => {
  const hat = asset('hat', 'Hat', 'headwear')
  await open({ canChange: true, overrides: { find: async () => ({ data: [CAP, hat] }), get: async () => hat } })
  await screen.findByRole('button', { name: 'Cap' })
  await press('Choose assets')
  const option = await screen.findByRole('option', { name: 'Hat' })
  expect(screen.getAllByRole('option')).toEqual([option])
  await act(async () => fireEvent.click(option))
  await waitFor(() => expect(calls).toEqual([{ do: 'add', assetIds: ['hat'], n: 1 }]))
  const clear = await screen.findByText('Clear')
  await act(async () => fireEvent.click(clear))
  await waitFor(() => expect(calls.slice(1)).toEqual([{ do: 'remove', assetIds: ['hat'], n: 2 }]))
})
