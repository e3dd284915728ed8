// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { FormValues } from '../../../src/machines/rules/form.ts'
import type { SendFile, SendOptions } from '../../../src/machines/rules/sending.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { Draft, DraftKeeper } from '../../../src/ui/form/draft.ts'
import { NewAssets } from '../../../src/ui/new-asset/NewAssets.tsx'
import { assetWith } from '../../support/assets.ts'
import { tinyGlb } from '../../support/glb.ts'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

// Three whole forms at once take jsdom a while on a busy machine.

let created: { name: unknown; key: string }[]
let failing: string[]
let drafts: Map<string, Draft>
let ids: readonly string[]

beforeEach(() => {
  created = []
  failing = []
  drafts = new Map()
  ids = []
  URL.createObjectURL ??= () => 'blob:x'
  URL.revokeObjectURL ??= () => {}
})
afterEach(cleanup)

describe('several models at once', { timeout: 30_000 }, () => {
  test('each gets a row with a name guessed from its file, and all that are ready are made', async () => {
    await show()
    drop([model('peat-boot.glb'), model('wool-hat.glb'), model('thing.glb')])
    await screen.findByText('0 of 3 created, 2 ready.')
    expect(nameIn('peat-boot.glb').value).toBe('Peat Boot')
    await press('Create 2 assets')
    expect(await screen.findByText('Peat Boot created')).toBeTruthy()
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
    expect(created.map(({ name }) => name)).toEqual(['Peat Boot', 'Wool Hat'])
    expect(screen.getByRole('form', { name: 'thing.glb' })).toBeTruthy()
  })

  test('one that the service refuses keeps its row and its words, and only it is sent again, as the same intent', async () => {
    failing = ['Wool Hat']
    await show()
    drop([model('peat-boot.glb'), model('wool-hat.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    await press('Create 2 assets')
    const row = screen.getByRole('form', { name: 'wool-hat.glb' })
    expect((await within(row).findByRole('alert')).textContent).toContain('can’t reach the service')
    failing = []
    await press('Create 1 asset')
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
    expect(created.map(({ name }) => name)).toEqual(['Peat Boot', 'Wool Hat', 'Wool Hat'])
    expect(created[1]?.key).toBe(created[2]?.key)
    expect(screen.getByText('Go to assets')).toBeTruthy()
  })

  test('a file that is no model is turned away by its name in its own row, which can be taken away', async () => {
    await show()
    drop([model('peat-boot.glb'), fileOf(new Uint8Array(60).fill(65), 'notes.txt')])
    const row = await screen.findByRole('form', { name: 'notes.txt' })
    expect((await within(row).findByRole('alert')).textContent).toBe('Choose a .glb file.')
    await act(async () => within(row).getByRole('button', { name: 'Remove' }).click())
    await waitFor(() => expect(screen.queryByRole('form', { name: 'notes.txt' })).toBe(null))
    expect(screen.getByRole('form', { name: 'peat-boot.glb' })).toBeTruthy()
  })

  test('after a reload the rows are there again, with their files and what was typed', async () => {
    await show()
    drop([model('peat-boot.glb'), model('thing.glb')])
    await screen.findByText('0 of 2 created, 1 ready.')
    fireEvent.change(nameIn('thing.glb'), { target: { value: 'My Thing' } })
    await waitFor(() => expect([...drafts.values()].map(({ values }) => values['name'])).toContain('My Thing'))
    cleanup()
    await show()
    await waitFor(() => expect(nameIn('thing.glb').value).toBe('My Thing'))
    expect(await screen.findByText('0 of 2 created, 1 ready.')).toBeTruthy()
  })

  test('when the last row goes, the page is for one asset again', async () => {
    await show()
    drop([model('a.glb'), model('b.glb')])
    await screen.findByRole('heading', { name: 'New assets' })
    await press('Discard all')
    await press('Discard')
    expect(await screen.findByRole('heading', { name: 'New asset' })).toBeTruthy()
    await waitFor(() => expect([ids, drafts.size]).toEqual([[], 0]))
  })
})

async function show() {
  const keeper = (key: string): DraftKeeper => ({
    read: async () => drafts.get(key),
    write: async (next) => drafts.set(key, next) === drafts,
    clear: async () => void drafts.delete(key),
  })
  const single = keeper('single')
  const kept = {
    read: async () => ids,
    write: async (next: readonly string[]) => {
      ids = next
    },
  }
  const sendFile: SendFile = Object.assign(
    async (file: File, { onProgress }: SendOptions) => {
      onProgress(file.size, file.size)
      const sha256 = 'a'.repeat(64)
      return {
        id: file.name,
        url: `/files/${sha256}.glb`,
        sha256,
        type: 'model/gltf-binary' as const,
        bytes: file.size,
      }
    },
    { discard: async () => {} },
  )
  const none = async () => ({ items: [], hasMore: false })
  const create = async (body: FormValues, { idempotencyKey }: { idempotencyKey: string }) => {
    created.push({ name: body['name'], key: idempotencyKey })
    if (failing.includes(String(body['name']))) throw new ApiError('FETCH_ERROR', 'assets')
    return assetWith({ id: `a${created.length}`, name: String(body['name']) })
  }
  const atelier = { language: 'en' as const, translate: translateIn('en'), track: () => {}, sendFile }
  render(
    <AtelierContext value={atelier as never}>
      <NewAssets
        create={create}
        onCreated={() => {}}
        onDiscarded={() => {}}
        draft={single}
        draftOf={keeper}
        queued={kept}
        choices={{ tags: none, applications: none }}
        drawModel={() => null}
        guard={() => null}
        linkTo={({ id }) => <a href={`/assets/${id}`}>Open</a>}
        done={<a href="/assets">Go to assets</a>}
      />
    </AtelierContext>,
  )
  await screen.findByRole('heading', { level: 1 })
}

const nameIn = (file: string) =>
  within(screen.getByRole('form', { name: file })).getByLabelText<HTMLInputElement>('Name')
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
const model = (name: string) => fileOf(tinyGlb(), name)

function drop(files: File[]) {
  const items = files.map((file) => ({ kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => null }))
  const area = screen.getByRole('button', { name: 'Model: Upload a file or drag and drop' })
  fireEvent.drop(area, { dataTransfer: { files, items, types: ['Files'] } })
}

/** A file whose slices can be read: jsdom's own have no `arrayBuffer`. */
const fileOf = (bytes: Uint8Array, name: string) =>
  Object.assign(new File([new Uint8Array(bytes)], name), {
    slice: (start: number, end: number) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer }),
  })
