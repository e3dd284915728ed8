// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { SendFile, SendOptions } from '../../../src/machines/rules/sending.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { Draft, DraftKeeper } from '../../../src/ui/form/draft.ts'
import type { WatchedForm } from '../../../src/ui/form/LeaveGuard.tsx'
import { NewAssets } from '../../../src/ui/new-asset/NewAssets.tsx'
import type { CreateAsset } from '../../../src/ui/new-asset/use-entry-machine.ts'
import { assetWith } from '../../support/assets.ts'
import { tinyGlb } from '../../support/glb.ts'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

// Three whole forms at once take jsdom a while on a busy machine.

let created: { name: unknown; bodyId: unknown; tags: unknown; key: string }[]
let failing: string[]
let askedForTags: string[]
let drafts: Map<string, Draft>
let ids: readonly string[]
/** Makes the sending of a file, or the making of an asset, wait for this. */
let holdFile: Promise<void> | undefined
let holdMaking: Promise<void> | undefined
/** Reading which assets a queue holds, or what is kept of one, waits for this. */
let holdIds: Promise<void> | undefined
let holdDrafts: Promise<void> | undefined
/** Tags that were deleted meanwhile. */
let goneTags: string[]
let discarded: string[]
let watched: () => readonly WatchedForm[]
let aborted: string[]
/** Files that came along with whoever opened the page. */
let brought: readonly File[]

beforeEach(() => {
  created = []
  failing = []
  askedForTags = []
  drafts = new Map()
  ids = []
  holdFile = undefined
  holdMaking = undefined
  holdIds = undefined
  holdDrafts = undefined
  goneTags = []
  discarded = []
  aborted = []
  brought = []
  URL.createObjectURL ??= () => 'blob:x'
  URL.revokeObjectURL ??= () => {}
})
afterEach(cleanup)

describe('several models at once', () => {
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

  test('a shared tag that is gone is told in each row, and creating goes on once it is taken out', async () => {
    goneTags = ['moss']
    drafts.set('shared', { id: 's1', values: { tags: ['moss'] }, revision: 1 })
    await show()
    drop([model('peat-boot.glb'), model('wool-hat.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    const chip = await screen.findByRole('button', { name: 'Remove moss' })
    await press('Create 2 assets')
    for (const name of ['peat-boot.glb', 'wool-hat.glb']) {
      const row = screen.getByRole('form', { name })
      expect((await within(row).findByRole('alert')).textContent).toContain(
        'Check the body, tags and applications under “Apply to all”.',
      )
    }
    await screen.findByText('0 of 2 created, 2 ready.')
    await act(async () => chip.click())
    await press('Create 2 assets')
    expect(await screen.findByText('Peat Boot created')).toBeTruthy()
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
  })

  test('a tag that a model suggests is put on it alone, beside those of all, and taken off again', async () => {
    await show()
    askedForTags = []
    drop([model('winter-boot.glb'), model('winter-hat.glb'), model('winter-cap.glb')])
    await screen.findByText('0 of 3 created, 3 ready.')
    const tagOf = (name: string) => within(screen.getByRole('form', { name })).findByRole('button', { name: 'Winter' })
    const pressTag = async (name: string) => act(async () => (await tagOf(name)).click())
    for (const name of ['winter-boot.glb', 'winter-hat.glb', 'winter-hat.glb']) await pressTag(name)
    const pressed = async (name: string) => (await tagOf(name)).getAttribute('aria-pressed')
    expect([await pressed('winter-boot.glb'), await pressed('winter-hat.glb')]).toEqual(['true', 'false'])
    // Once for the field of all, and once for the rows together.
    expect(askedForTags).toEqual(['', ''])
    // What all get is suggested to nobody else.
    const field = screen.getByRole('combobox', { name: 'Tags' })
    await act(async () => field.focus())
    await act(async () => void fireEvent.change(field, { target: { value: 'Win' } }))
    await act(async () => void fireEvent.click(screen.getByRole('option', { name: 'Winter' })))
    await act(async () => void fireEvent.keyDown(field, { key: 'Escape' }))
    const offered = (name: string) =>
      within(screen.getByRole('form', { name, hidden: true })).queryByRole('button', { name: 'Winter', hidden: true })
    expect(offered('winter-boot.glb')).not.toBeNull()
    expect(offered('winter-hat.glb')).toBeNull()
    await press('Create 3 assets')
    expect(await screen.findByText('Winter Cap created')).toBeTruthy()
    expect(created.map(({ tags }) => tags)).toEqual([['w'], ['w'], ['w']])
  })

  test('a body chosen for all is that of each', async () => {
    await show()
    drop([model('peat-boot.glb'), model('wool-hat.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    fireEvent.click(screen.getByRole('button', { name: /No body/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'Fern' }))
    await press('Create 2 assets')
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
    expect(created.map(({ bodyId }) => bodyId)).toEqual(['b1', 'b1'])
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

  test('the queue says how many wait, and for what, and goes from one to the next', async () => {
    await show()
    drop([
      model('thing.glb'),
      model('peat-boot.glb'),
      model('odd.glb'),
      fileOf(new Uint8Array(60).fill(65), 'notes.txt'),
    ])
    await screen.findByText('0 of 4 created, 1 ready.')
    // A file that is turned away takes the focus from nobody.
    expect(document.activeElement).toBe(document.body)
    expect([screen.getByText('2 need details.'), screen.getByText('1 needs another file.')]).toHaveLength(2)
    const inFocus = () => {
      const element = document.activeElement
      return [
        element?.closest('form')?.getAttribute('aria-label'),
        element?.closest('[data-field]')?.getAttribute('data-field'),
      ]
    }
    await press('Next incomplete')
    expect(inFocus()).toEqual(['thing.glb', 'type'])
    await press('Next incomplete')
    expect(inFocus()).toEqual(['odd.glb', 'type'])
    await press('Next incomplete')
    expect(inFocus()).toEqual(['notes.txt', 'model'])
    // By a key from wherever one is, a choice that takes letters too.
    await act(async () => void fireEvent.keyDown(document.activeElement!, { key: 'F8' }))
    expect(inFocus()).toEqual(['thing.glb', 'type'])
    await act(async () =>
      within(screen.getByRole('form', { name: 'notes.txt' }))
        .getByRole('button', { name: 'Remove' })
        .click(),
    )
    await waitFor(() => expect(screen.queryByText('1 needs another file.')).toBe(null))
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

  test('pressed twice, each is made once', async () => {
    await show()
    drop([model('peat-boot.glb'), model('wool-hat.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    const button = screen.getByRole('button', { name: 'Create 2 assets' })
    await act(async () => {
      button.click()
      button.click()
    })
    expect(await screen.findByText('Wool Hat created')).toBeTruthy()
    expect(created.map(({ name }) => name)).toEqual(['Peat Boot', 'Wool Hat'])
  })

  test('of many one that fails is told in its row, in the order of the rows, three at a time', async () => {
    failing = ['Wool Hat']
    const making = later()
    holdMaking = making.promise
    await show()
    const names = ['peat-boot', 'wool-hat', 'rain-coat', 'silk-shirt', 'ferry-cap']
    drop(names.map((name) => model(`${name}.glb`)))
    await screen.findByText('0 of 5 created, 5 ready.')
    await press('Create 5 assets')
    expect(created.map(({ name }) => name)).toEqual(['Peat Boot', 'Wool Hat', 'Rain Coat'])
    making.end()
    expect(await screen.findByText('4 of 5 created, 1 ready.')).toBeTruthy()
    expect(created.map(({ name }) => name)).toEqual(['Peat Boot', 'Wool Hat', 'Rain Coat', 'Silk Shirt', 'Ferry Cap'])
    expect(screen.getAllByRole('form').map((form) => form.getAttribute('aria-label'))).toEqual(['wool-hat.glb'])
  })

  test('discarded while their files are sent, nothing of them is left, here or at the service', async () => {
    holdFile = later().promise
    await show()
    drop([model('a.glb'), model('b.glb')])
    await screen.findAllByRole('button', { name: 'Pause upload' })
    await waitFor(() => expect([ids.length, drafts.size]).toEqual([2, 2]))
    await press('Discard all')
    await press('Discard')
    expect(await screen.findByRole('heading', { name: 'New asset' })).toBeTruthy()
    await waitFor(() =>
      expect([discarded, aborted, ids, drafts.size]).toEqual([['a.glb', 'b.glb'], ['a.glb', 'b.glb'], [], 0]),
    )
  })

  test('closed in the middle of making, it is there again, and made as the same intent', async () => {
    holdMaking = later().promise
    await show()
    drop([model('peat-boot.glb'), model('thing.glb')])
    await screen.findByText('0 of 2 created, 1 ready.')
    await press('Create 1 asset')
    await waitFor(() => expect(created).toHaveLength(1))
    cleanup()
    await waitFor(() => expect(aborted).toEqual(['Peat Boot']))
    holdMaking = undefined
    await show()
    await screen.findByText('0 of 2 created, 1 ready.')
    await press('Create 1 asset')
    expect(await screen.findByText('Peat Boot created')).toBeTruthy()
    expect(created[1]?.key).toBe(created[0]?.key)
  })

  test('one that came to nothing before a reload, and one that was made, are not brought back', async () => {
    await show()
    drop([model('peat-boot.glb'), fileOf(new Uint8Array(60).fill(65), 'notes.txt'), model('thing.glb')])
    await screen.findByText('0 of 3 created, 1 ready.')
    await press('Create 1 asset')
    await screen.findByText('Peat Boot created')
    await waitFor(() => expect(ids).toHaveLength(2))
    cleanup()
    await show()
    expect(await screen.findByText('0 of 1 created, 0 ready.')).toBeTruthy()
    expect(screen.getByRole('form', { name: 'thing.glb' })).toBeTruthy()
  })

  test('drafts that are slow to read keep their rows, and models that come before them join these', async () => {
    await show()
    drop([model('peat-boot.glb'), model('thing.glb')])
    await screen.findByText('0 of 2 created, 1 ready.')
    await waitFor(() => expect([ids.length, drafts.size]).toEqual([2, 2]))
    cleanup()
    const reading = later()
    holdDrafts = reading.promise
    await show()
    drop([model('wool-hat.glb'), model('silk-shirt.glb')])
    await screen.findByText('0 of 4 created, 2 ready.')
    reading.end()
    await screen.findByText('0 of 4 created, 3 ready.')
    expect(nameIn('peat-boot.glb').value).toBe('Peat Boot')
    expect(ids).toHaveLength(4)
  })

  test('what it holds may come later than patience lasts: it joins what was added meanwhile, which overwrote nothing', async () => {
    await show()
    drop([model('peat-boot.glb'), model('thing.glb')])
    await waitFor(() => expect([ids.length, drafts.size]).toEqual([2, 2]))
    const kept = ids
    cleanup()
    const reading = later()
    holdIds = reading.promise
    await show()
    drop([model('wool-hat.glb'), model('silk-shirt.glb')])
    await screen.findByText('0 of 2 created, 2 ready.')
    expect(ids).toBe(kept)
    reading.end()
    await screen.findByText('0 of 4 created, 3 ready.')
    await waitFor(() => expect(ids).toHaveLength(4))
  })

  test('leaving asks for every form that is shown, and for what all have in common', async () => {
    await show()
    drop([model('a.glb'), model('b.glb')])
    await screen.findByRole('heading', { name: 'New assets' })
    await waitFor(() => expect(watched()).toHaveLength(3))
    fireEvent.change(nameIn('b.glb'), { target: { value: 'Mine' } })
    await act(() => Promise.all(watched().map(({ keepDraft }) => keepDraft())))
    expect([...drafts.values()].map(({ values }) => values['name'])).toContain('Mine')
    await act(async () =>
      within(screen.getByRole('form', { name: 'a.glb' }))
        .getByRole('button', { name: 'Remove' })
        .click(),
    )
    await waitFor(() => expect(watched()).toHaveLength(2))
  })

  test('files that were brought along take their places once it is known that no draft holds anything', async () => {
    brought = [model('peat-boot.glb')]
    const reading = later()
    holdDrafts = reading.promise
    await show()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
    reading.end()
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Peat Boot'))
  })

  test('files that were brought along take the place of what a draft held, and keep the rest of it', async () => {
    brought = [model('peat-boot.glb')]
    drafts.set('single', { id: 'one', values: { name: 'Mine', modelFile: model('old.glb') }, revision: 1 })
    await show()
    expect(await screen.findByText('peat-boot.glb')).toBeTruthy()
    expect(screen.queryByText('old.glb')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
  })

  test('several models that were brought along are a row each, after those that were there', async () => {
    brought = [model('peat-boot.glb'), model('wool-hat.glb')]
    await show()
    await screen.findByText('0 of 2 created, 2 ready.')
    await waitFor(() => expect([ids.length, drafts.size]).toEqual([2, 2]))
    cleanup()
    brought = [model('rain-hat.glb')]
    await show()
    await screen.findByText('0 of 3 created, 3 ready.')
    expect(nameIn('rain-hat.glb').value).toBe('Rain Hat')
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
    read: async () => {
      await holdDrafts
      return drafts.get(key)
    },
    write: async (next) => drafts.set(key, next) === drafts,
    clear: async () => void drafts.delete(key),
  })
  const single = keeper('single')
  const kept = {
    read: async () => {
      const read = ids
      await holdIds
      return read
    },
    write: async (next: readonly string[]) => {
      ids = next
    },
  }
  const sendFile: SendFile = Object.assign(
    async (file: File, { onProgress, signal }: SendOptions) => {
      signal.addEventListener('abort', () => aborted.push(file.name))
      await holdFile
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
    { discard: async (file: File) => void discarded.push(file.name) },
  )
  const none = async () => ({ items: [], hasMore: false })
  const tags = async (search: string) => {
    askedForTags.push(search)
    return { items: [{ id: 'w', label: 'Winter' }], hasMore: false }
  }
  const bodies = async () => ({ items: [{ id: 'b1', label: 'Fern' }], hasMore: false })
  const create: CreateAsset = async (body, { idempotencyKey, signal }) => {
    created.push({ name: body['name'], bodyId: body['bodyId'], tags: body['tags'], key: idempotencyKey })
    signal.addEventListener('abort', () => aborted.push(String(body['name'])))
    await holdMaking
    const gone = (body['tags'] as string[]).findIndex((tag) => goneTags.includes(tag))
    if (gone >= 0) throw refused([{ path: `body.tags.${gone}`, message: 'asset.tagGone' }])
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
        brought={() => {
          const files = brought
          brought = []
          return files
        }}
        predict={() => new Promise(() => {})}
        choices={{ bodies, tags, applications: none }}
        drawModel={() => null}
        guard={(forms) => {
          watched = forms
          return null
        }}
        linkTo={({ id }) => <a href={`/assets/${id}`}>Open</a>}
        done={<a href="/assets">Go to assets</a>}
      />
    </AtelierContext>,
  )
  await screen.findByRole('heading', { level: 1 })
}

/** What the service answers to input with such faults. */
function refused(details: readonly { path: string; message: string }[]) {
  const error = { code: 'INVALID_INPUT' as const, message: '', status: 400, details }
  return new ApiError('http', 'assets', { status: 400, body: { error, type: '', title: '', status: 400, detail: '' } })
}

/** Something that ends when the test says so. */
function later() {
  let end = () => {}
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  return { promise, end }
}

const nameIn = (file: string) =>
  within(screen.getByRole('form', { name: file })).getByLabelText<HTMLInputElement>('Name')
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
const model = (name: string) => fileOf(tinyGlb(), name)

function drop(files: File[]) {
  const items = files.map((file) => ({ kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => null }))
  const [area] = screen
    .getAllByRole('button', { name: /^(Model|Add models): Upload a file or drag and drop$/ })
    .slice(-1)
  fireEvent.drop(area!, { dataTransfer: { files, items, types: ['Files'] } })
}

/** A file whose slices can be read: jsdom's own have no `arrayBuffer`. */
const fileOf = (bytes: Uint8Array, name: string) =>
  Object.assign(new File([new Uint8Array(bytes)], name), {
    slice: (start: number, end: number) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer }),
  })
