// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { FormValues } from '../../../src/machines/rules/form.ts'
import type { SendFile, SendOptions } from '../../../src/machines/rules/sending.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { Draft, DraftKeeper } from '../../../src/ui/form/draft.ts'
import { NewAsset } from '../../../src/ui/new-asset/NewAsset.tsx'
import type { Told } from '../../../src/ui/new-asset/use-preview.tsx'
import { assetWith } from '../../support/assets.ts'
import { glbOfSize, tinyGlb } from '../../support/glb.ts'
import { png } from '../../support/images.ts'
import { translateIn } from '../../support/translate.ts'
import '../kit/support.ts'

const URL_OF_MODEL = `/files/${'a'.repeat(64)}.glb`

let tracked: [string, string, unknown][]
let sent: string[]
let discarded: string[]
let created: { body: FormValues; key: string }[]
let answers: (() => Promise<ReturnType<typeof assetWith>>)[]
let opened: string[]
let kept: Draft | undefined
let many: string[]
/** What the viewer tells of the model it draws. */
let drawn: Told | undefined
let hold: ((options: SendOptions) => Promise<void>) | undefined

beforeEach(() => {
  tracked = []
  sent = []
  discarded = []
  created = []
  answers = []
  opened = []
  kept = undefined
  many = []
  hold = undefined
  URL.createObjectURL ??= () => 'blob:x'
  URL.revokeObjectURL ??= () => {}
})
afterEach(cleanup)

test('where only a finger points, no word is lost about dragging, neither seen nor read out', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(hover: none) and (pointer: coarse)',
    addEventListener() {},
    removeEventListener() {},
  }))
  show()
  expect(screen.getByRole('button', { name: 'Model: Upload a file' })).toBeTruthy()
  expect([document.body.textContent, document.body.innerHTML].join()).not.toMatch(/drag/i)
  vi.unstubAllGlobals()
})

test('while a file hangs over a field, the field is called by what is seen in it', async () => {
  show()
  const files = [model('boot.glb')]
  fireEvent.dragEnter(area(), { dataTransfer: { files, items: [], types: ['Files'] } })
  expect((await screen.findByRole('button', { name: 'Model: Drop to add' })).textContent?.trim()).toBe('Drop to add')
})

describe('files that cannot be taken', () => {
  test('a text named .glb is refused with a sentence at the field, told to analytics and never sent', async () => {
    show()
    drop([fileOf('hello, this is no model at all', 'boot.glb')])
    const field = screen.getByRole('group', { name: 'Model' })
    expect((await within(field).findByRole('alert')).textContent).toBe(
      'boot.glb isn’t a glTF 2.0 model. Export it as .glb again.',
    )
    expect([tracked, sent]).toEqual([[['file error', 'model', 'boot.glb']], []])
  })

  test('a model with nothing to draw is refused at the field, as the service would, and never sent', async () => {
    show()
    drop([fileOf(tinyGlb({ json: { nodes: [{}] } }), 'rig.glb')])
    const field = screen.getByRole('group', { name: 'Model' })
    expect((await within(field).findByRole('alert')).textContent).toBe(
      'This model has nothing to draw. Export it with at least one mesh in its scene.',
    )
    expect(sent).toEqual([])
  })

  test('a folder is refused, and what was typed stays; several models are handed on to be queued', async () => {
    show()
    type('Mine')
    drop([model('a.glb'), model('b.glb')])
    await waitFor(() => expect(many).toEqual(['a.glb', 'b.glb']))
    drop([model('folder')], { isFolder: true })
    expect(await screen.findAllByText('Choose a file, not a folder.')).toHaveLength(2)
    expect(nameField().value).toBe('Mine')
  })

  test('an empty file and a pasted picture are refused', async () => {
    show()
    drop([fileOf('', 'boot.glb')])
    expect(await screen.findAllByText('This file is empty. Choose another.')).toHaveLength(2)
    const png = fileOf('\x89PNG and more bytes than sixteen', 'boot.png')
    fireEvent.paste(area(), { clipboardData: { files: [png] } })
    expect(await screen.findAllByText('Choose a .glb file.')).toHaveLength(2)
  })
})

describe('images that are not what their field takes', () => {
  const image = (given: Parameters<typeof png>[0], name: string) => fileOf(new Uint8Array(png(given)), name)
  const choose = (field: 'texture' | 'icon', file: File) =>
    fireEvent.change(document.querySelector(`[data-field="${field}"] input[type="file"]`)!, {
      target: { files: [file] },
    })
  const group = (name: string) => within(screen.getByRole('group', { name }))

  test.each([
    [{ depth: 16 }, 'Export this image with 8 bits per channel instead of 16.'],
    [{ colour: 0 }, 'Export this image as RGB or RGBA instead of greyscale.'],
    [
      { profile: 'icm', described: 'Display P3' },
      'Convert the colour profile of this image from “Display P3” to “sRGB”.',
    ],
  ])('a texture of %j is refused at its field with what to do, and never sent', async (given, sentence) => {
    show()
    choose('texture', image(given, 'bark.png'))
    expect((await group('Base texture').findByRole('alert')).textContent).toBe(sentence)
    expect(waits()).toContain('fix the texture')
    expect(sent).toEqual([])
    choose('texture', image({}, 'bark.png'))
    await waitFor(() => expect(sent).toEqual(['bark.png']))
    expect(group('Base texture').queryByRole('alert')).toBe(null)
  })

  test('an icon may be grey and of 16 bits, but not of another colour space', async () => {
    show()
    choose('icon', image({ colour: 0, depth: 16 }, 'a.png'))
    await waitFor(() => expect(sent).toEqual(['a.png']))
  })
})

describe('the preview', () => {
  test('that shows nothing of a model is a warning beside what is ready, and none where the browser cannot draw', async () => {
    show()
    drop([model('peat-boot.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    act(() => drawn?.onError({ reason: 'webgl' }))
    expect(screen.getByText('No preview in this browser')).toBeTruthy()
    expect(screen.queryByText('The model may be damaged')).toBeNull()
    expect(waits()).toBe('Ready to create')
    act(() => drawn?.onError({ reason: 'unreadable' }))
    expect(screen.getByText('The model may be damaged')).toBeTruthy()
    expect(screen.queryByText('All good')).toBeNull()
    expect(screen.queryByText(/to fix$/)).toBeNull()
    expect(waits()).toBe('Ready to create · 1 warning')
    act(() => drawn?.onLoaded())
    expect(waits()).toBe('Ready to create')
  })

  test('a model is drawn once it passed its checks', async () => {
    show()
    drop([model('peat-boot.glb')])
    expect(await screen.findByText('The viewer')).toBeTruthy()
  })

  test('a large one is drawn only when that is asked for', async () => {
    show()
    drop([fileOf(glbOfSize(20 * 1024 * 1024), 'hall.glb')])
    const ask = await screen.findByRole('button', { name: 'Show in 3D' })
    expect(screen.queryByText('The viewer')).toBeNull()
    fireEvent.click(ask)
    expect(await screen.findByText('The viewer')).toBeTruthy()
  })
})

describe('making an asset', () => {
  test('a model gives the name and the type, and what is made is opened', async () => {
    show()
    expect(waits()).toBe('To create the asset, choose a model, enter a name and choose a type.')
    drop([model('peat-boot_v2.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    expect(nameField().value).toBe('Peat Boot V2')
    expect(screen.getByText('Guessed')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /No body/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'Fern' }))
    answers = [async () => assetWith({ id: 'a1' })]
    press('Create asset')
    await waitFor(() => expect(opened).toEqual(['a1']))
    expect(created[0]?.body).toEqual({
      modelUrl: URL_OF_MODEL,
      textureUrl: undefined,
      iconUrl: undefined,
      psdUrl: undefined,
      name: 'Peat Boot V2',
      type: 'footwear',
      gender: 'neutral',
      bodyId: 'b1',
      tags: [],
      applicationIds: [],
    })
    expect(tracked).toEqual([['file selected', 'model', 'peat-boot_v2.glb']])
  })

  test('whom it is for, and what it is, are guessed from what is in the file too, and marked each by itself', async () => {
    show()
    drop([fileOf(tinyGlb({ json: { nodes: [{ name: 'Wolf3D_Hair', mesh: 0 }] } }), 'womens-v3.glb')])
    await waitFor(() => expect(screen.getAllByText('Guessed')).toHaveLength(2))
    expect(screen.getByRole('button', { name: /Type/ }).textContent).toContain('Hair')
    expect(screen.getByRole('button', { name: /Gender/ }).textContent).toContain('Female')
  })

  test('a guess is marked until the person chose, even where they came back to it, and theirs it stays', async () => {
    show()
    drop([model('boot.glb')])
    expect(await screen.findByText('Guessed')).toBeTruthy()
    for (const choice of ['Top', 'Footwear']) {
      fireEvent.click(screen.getByRole('button', { name: /\bType\b/ }))
      fireEvent.click(await screen.findByRole('option', { name: choice }))
      await waitFor(() => expect(screen.queryByText('Guessed')).toBeNull())
    }
    press('Remove')
    drop([model('hat.glb')])
    await screen.findByText('Uploaded')
    expect(screen.getByRole('button', { name: /\bType\b/ }).textContent).toContain('Footwear')
    expect(screen.queryByText('Guessed')).toBeNull()
    press('Remove')
    drop([model('boot-2.glb')])
    await screen.findByText('Uploaded')
    expect(screen.queryByText('Guessed')).toBeNull()
  })

  test('what is ready in spite of warnings says how many, and never that all is good', async () => {
    show()
    drop([fileOf(tinyGlb({ json: { extensionsUsed: ['EXT_one', 'EXT_two'] } }), 'boot.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create · 2 warnings'))
    expect(screen.queryByText('All good')).toBeNull()
    press('Remove')
    drop([model('boot.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    expect(screen.getByText('All good')).toBeTruthy()
  })

  test('a name guessed where somebody is about to type is selected, so that what they type takes its place', async () => {
    show()
    nameField().focus()
    drop([model('peat-boot_v2.glb')])
    await waitFor(() => expect(nameField().value).toBe('Peat Boot V2'))
    expect([nameField().selectionStart, nameField().selectionEnd]).toEqual([0, 'Peat Boot V2'.length])
    type('Mine')
    nameField().setSelectionRange(2, 2)
    type('Mine too')
    expect(nameField().selectionStart).toBe(nameField().selectionEnd)
  })

  test('a typed name is never overwritten by another file', async () => {
    show()
    drop([model('hat.glb')])
    await screen.findByText('Uploaded')
    type('Mine')
    press('Remove')
    drop([model('boot.glb')])
    await screen.findByText('Uploaded')
    expect(nameField().value).toBe('Mine')
    expect(screen.getAllByText('Footwear').length).toBeGreaterThan(0)
  })

  test('taking a sent file back makes creating wait again', async () => {
    show()
    drop([model('boot.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    press('Remove')
    expect(waits()).toBe('To create the asset, choose a model.')
    expect([discarded, tracked.at(-1)]).toEqual([[], ['file removed', 'model', 'boot.glb']])
  })

  test('a file taken back while it is sent is ended on the server too', async () => {
    hold = () => new Promise(() => {})
    show()
    drop([model('boot.glb')])
    await screen.findByRole('button', { name: 'Pause upload' })
    press('Remove')
    expect(discarded).toEqual(['boot.glb'])
  })

  test('a service out of reach is told above the form, nothing is lost, and trying again is the same intent', async () => {
    show()
    drop([model('boot.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    answers = [() => Promise.reject(new ApiError('FETCH_ERROR', 'assets')), async () => assetWith({ id: 'a2' })]
    press('Create asset')
    expect((await screen.findByRole('alert')).textContent).toContain('Atelier can’t reach the service.')
    expect(nameField().value).toBe('Boot')
    press('Create asset')
    await waitFor(() => expect(opened).toEqual(['a2']))
    expect(created.map(({ key }) => key)).toEqual([created[0]?.key, created[0]?.key])
  })

  test('a model the service finds broken is told at the model, and creating waits for another', async () => {
    show()
    drop([model('boot.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    answers = [() => Promise.reject(refusal('MODEL_INVALID'))]
    press('Create asset')
    const field = screen.getByRole('group', { name: 'Model' })
    expect((await within(field).findByRole('alert')).textContent).toBe(
      'This model can’t be shown. Choose a .glb or .fbx file.',
    )
    expect(waits()).toBe('To create the asset, fix the model.')
  })

  test('submitting too early shows what is missing and goes to the first of it', () => {
    show()
    fireEvent.submit(screen.getByRole('form', { name: 'New asset' }))
    expect(screen.getByText('Choose a file.')).toBeTruthy()
    expect(screen.getByText('Enter a name.')).toBeTruthy()
    expect(document.activeElement).toBe(area())
  })
})

describe('what survives', () => {
  test('a file is kept from the moment it is dropped, before its check is over', async () => {
    const unread = Object.assign(model('boot.glb'), { slice: () => ({ arrayBuffer: () => new Promise(() => {}) }) })
    show()
    drop([unread])
    await waitFor(() => expect(kept?.values['modelFile']).toBe(unread))
    expect([sent, tracked]).toEqual([[], []])
  })

  test('what was filled in is kept, brought back, and the file is sent on', async () => {
    hold = () => new Promise(() => {})
    show()
    type('Mine')
    drop([model('boot.glb')])
    await waitFor(() => expect(kept?.values).toMatchObject({ name: 'Mine', type: 'footwear' }))
    expect((kept?.values['modelFile'] as File | undefined)?.name).toBe('boot.glb')
    cleanup()
    hold = undefined
    show()
    expect(await screen.findByText('Pick up where you left off.')).toBeTruthy()
    await screen.findByText('Uploaded')
    expect([nameField().value, sent]).toEqual(['Mine', ['boot.glb', 'boot.glb']])
  })

  test('a made asset leaves no draft', async () => {
    show()
    drop([model('boot.glb')])
    await waitFor(() => expect(kept).toBeDefined())
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    answers = [async () => assetWith({ id: 'a3' })]
    press('Create asset')
    await waitFor(() => expect(opened).toEqual(['a3']))
    expect(kept).toBe(undefined)
  })
})

function show() {
  const draft: DraftKeeper = {
    read: async () => kept,
    write: async (next) => {
      kept = next
      return true
    },
    clear: async () => {
      kept = undefined
    },
  }
  const sendFile: SendFile = Object.assign(
    async (file: File, options: SendOptions) => {
      sent.push(file.name)
      await hold?.(options)
      options.onProgress(file.size, file.size)
      return {
        id: 'u1',
        url: URL_OF_MODEL,
        sha256: 'a'.repeat(64),
        type: 'model/gltf-binary' as const,
        bytes: file.size,
      }
    },
    { discard: async (file: File) => void discarded.push(file.name) },
  )
  const atelier = {
    language: 'en' as const,
    translate: translateIn('en'),
    track: (event: string, { field, name }: Record<string, unknown>) => tracked.push([event, String(field), name]),
    sendFile,
  }
  render(
    <AtelierContext value={atelier as never}>
      <NewAsset
        create={(body, { idempotencyKey }) => {
          created.push({ body, key: idempotencyKey })
          return answers.shift()?.() ?? Promise.reject(new Error('no answer left'))
        }}
        onCreated={({ id }) => opened.push(id)}
        onDiscarded={() => {}}
        onMany={(files) => many.push(...files.map(({ name }) => name))}
        predict={() => new Promise(() => {})}
        choices={{
          bodies: async () => ({ items: [{ id: 'b1', label: 'Fern' }], hasMore: false }),
          tags: async () => ({ items: [{ id: 't1', label: 'winter' }], hasMore: false }),
          applications: async () => ({ items: [{ id: 'p1', label: 'Fieldhouse' }], hasMore: false }),
        }}
        draft={draft}
        drawModel={(_, told) => {
          drawn = told
          return <p>The viewer</p>
        }}
        guard={() => null}
      />
    </AtelierContext>,
  )
}

const nameField = () => screen.getByLabelText<HTMLInputElement>('Name')
const type = (name: string) => fireEvent.change(nameField(), { target: { value: name } })
const area = () => screen.getByRole('button', { name: 'Model: Upload a file or drag and drop' })
const waits = () => document.getElementById('new-asset-waits')?.textContent
const press = (name: string) => act(() => screen.getByRole('button', { name }).click())

function drop(files: File[], { isFolder = false } = {}) {
  const items = files.map((file) => ({
    kind: 'file',
    getAsFile: () => file,
    webkitGetAsEntry: () => ({ isDirectory: isFolder }),
  }))
  fireEvent.drop(area(), { dataTransfer: { files, items, types: ['Files'] } })
}

const model = (name: string) => fileOf(tinyGlb(), name)

/** A file whose slices can be read: jsdom's own have no `arrayBuffer`. */
function fileOf(content: BlobPart, name: string): File {
  const whole = new globalThis.Blob([content])
  const bytes = typeof content === 'string' ? new Uint8Array(Buffer.from(content, 'latin1')) : (content as Uint8Array)
  const file = new File([whole], name)
  return Object.assign(file, {
    slice: (start: number, end: number) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer }),
  })
}

function refusal(code: 'MODEL_INVALID'): ApiError {
  const error = { code, message: code, status: 422 }
  return new ApiError('http', 'assets', {
    status: 422,
    body: { error, type: '/docs', title: code, status: 422, detail: code },
  })
}
