// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { useToasts } from '../../../src/ui/list/use-toasts.ts'
import { Garments } from '../../../src/ui/wardrobe/Garments.tsx'
import { Outfits } from '../../../src/ui/wardrobe/Outfits.tsx'
import { useWardrobe } from '../../../src/ui/wardrobe/use-wardrobe.ts'
import type { WardrobeCalls } from '../../../src/ui/wardrobe/wardrobe-calls.ts'
import { PERSON, press, refusal, show } from '../session/support.tsx'

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
let held: Asset[]
beforeEach(() => {
  calls = []
  held = [CAP, COAT]
})
afterEach(cleanup)

interface Given {
  answers?: Partial<WardrobeCalls>
  mayChange?: boolean
  wear?: readonly string[]
}

function Page({ answers = {}, mayChange = false, wear: first = [] }: Given) {
  const [wear, onWear] = useState(first)
  const wardrobeCalls: WardrobeCalls = {
    read: async () => ({ assets: held, ids: held.map(({ id }) => id) }),
    bodies: async () => [OAK, ELM],
    owner: async () => ({}),
    change: async (change) => void calls.push(change),
    find: async () => ({ data: [] }),
    get: async () => CAP,
    ...answers,
  }
  const toasts = useToasts('wardrobe.outfits')
  const wardrobe = useWardrobe({ userId: 'u1', calls: wardrobeCalls, wear, onWear })
  return (
    <>
      <output aria-label="models">{wardrobe.models.join(' ')}</output>
      <Outfits userId="u1" wear={wear} onWear={onWear} wantToasts={toasts.want} />
      <Garments wardrobe={wardrobe} mayChange={mayChange} isOwn calls={wardrobeCalls} />
      {toasts.Region && <toasts.Region />}
    </>
  )
}
const open = (given: Given = {}) => show(<Page {...given} />, {}, PERSON)
const shown = () => screen.getByRole('status', { name: 'models' }).textContent
const isOn = (name: string) => screen.getByRole('button', { name, pressed: true })

test('what is put on is shown with the body that it was made for, and taken off again', async () => {
  await open()
  await waitFor(() => expect(shown()).toBe('/files/oak.glb'))
  await press('Cap')
  expect(shown()).toBe('/files/elm.glb /files/cap.glb')
  await press('Coat')
  expect(shown()).toBe('/files/oak.glb /files/cap.glb /files/coat.glb')
  expect(within(isOn('Cap Made for another body')).getByText('Made for another body')).toBeTruthy()
  await press('Elm Body')
  expect(shown()).toBe('/files/elm.glb /files/cap.glb /files/coat.glb')
  await press('Coat Made for another body')
  expect(shown()).toBe('/files/elm.glb /files/cap.glb')
})

test('an address shows what it names, as far as it is there', async () => {
  await open({ wear: ['coat', 'gone'] })
  await waitFor(() => expect(shown()).toBe('/files/oak.glb /files/coat.glb'))
})

test('what is dragged says what it is', async () => {
  await open()
  const data = new Map<string, string>()
  const dataTransfer = { setData: (kind: string, text: string) => data.set(kind, text), effectAllowed: '' }
  fireEvent.dragStart(await screen.findByRole('button', { name: 'Cap' }), { dataTransfer })
  expect([...data]).toEqual([['application/x-atelier-garment', 'cap']])
})

test('an outfit is kept under its name, worn again by a press, and deleted', async () => {
  await open()
  await screen.findByRole('button', { name: 'Cap' })
  expect(screen.getByRole('button', { name: 'Save outfit' }).hasAttribute('disabled')).toBe(true)
  await press('Cap')
  fireEvent.change(screen.getByLabelText('Name of the outfit'), { target: { value: ' Rainy ' } })
  await press('Save outfit')
  expect(await screen.findByRole('button', { name: 'Rainy', pressed: true })).toBeTruthy()
  await press('Cap')
  expect(screen.getByRole('button', { name: 'Rainy', pressed: false })).toBeTruthy()
  await press('Rainy')
  expect(isOn('Cap')).toBeTruthy()
  await press('Delete outfit Rainy')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rainy' })).toBe(null))
  expect(await screen.findByText('Outfit “Rainy” deleted')).toBeTruthy()
  await press('Undo')
  expect(await screen.findByRole('button', { name: 'Rainy', pressed: true })).toBeTruthy()
})

test('who may change it takes things out, which are worn no more; nobody else is offered to', async () => {
  await open({
    mayChange: true,
    wear: ['cap'],
    answers: {
      change: async (change) => {
        calls.push(change)
        held = [COAT]
      },
    },
  })
  await press('Remove Cap from the wardrobe')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cap' })).toBe(null))
  expect(calls).toEqual([{ do: 'remove', assetIds: ['cap'], n: 1 }])
  expect(shown()).toBe('/files/oak.glb')
  expect(screen.queryByRole('button', { name: /^Remove Oak Body/ })).toBe(null)
  cleanup()
  await open()
  await screen.findByRole('button', { name: 'Coat' })
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBe(null)
})

test('a change that failed says why and is tried again; what is there stays', async () => {
  let isAway = true
  await open({
    mayChange: true,
    answers: {
      change: async (change) => {
        if (isAway) throw refusal('FORBIDDEN', 403)
        calls.push(change)
        held = [CAP]
      },
    },
  })
  await press('Remove Coat from the wardrobe')
  expect((await screen.findByRole('alert')).textContent).toMatch(/permission/)
  expect(screen.getByRole('button', { name: 'Coat' })).toBeTruthy()
  isAway = false
  await act(async () => within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' }).click())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Coat' })).toBe(null))
})

test('an empty wardrobe says who fills it, and bodies can be looked at all the same', async () => {
  held = []
  await open()
  expect(await screen.findByText('Nothing is in your wardrobe yet. An admin can add assets to it.')).toBeTruthy()
  expect(isOn('Oak Body')).toBeTruthy()
})

test('the picker offers what is not there yet, puts it in, and takes out no more than it put in', async () => {
  const hat = asset('hat', 'Hat', 'headwear')
  await open({ mayChange: true, answers: { find: async () => ({ data: [CAP, hat] }), get: async () => hat } })
  await screen.findByRole('button', { name: 'Cap' })
  await press('Choose assets')
  const offered = await screen.findByRole('option', { name: 'Hat' })
  expect(screen.getAllByRole('option')).toEqual([offered])
  await act(async () => fireEvent.click(offered))
  await waitFor(() => expect(calls).toEqual([{ do: 'add', assetIds: ['hat'], n: 1 }]))
  await act(async () => fireEvent.click(await screen.findByText('Clear')))
  await waitFor(() => expect(calls.slice(1)).toEqual([{ do: 'remove', assetIds: ['hat'], n: 2 }]))
})
