import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { FormValues } from '../../../src/machines/rules/form.ts'
import type { SendFile, SendOptions } from '../../../src/machines/rules/sending.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { Draft, DraftKeeper } from '../../../src/ui/form/draft.ts'
import { NewAsset } from '../../../src/ui/new-asset/NewAsset.tsx'
import type { Told } from '../../../src/ui/new-asset/use-preview.tsx'
import type { assetWith } from '../../support/assets.ts'
import { tinyGlb } from '../../support/glb.ts'
import { translateIn } from '../../support/translate.ts'

export const URL_OF_MODEL = `/files/${'a'.repeat(64)}.glb`

/** What the form finds around it, and what came of it there. */
interface Bench {
  tracked: [string, string, unknown][]
  sent: string[]
  discarded: string[]
  created: { body: FormValues; key: string }[]
  /** What the service answers to making an asset, one after the other. */
  answers: (() => Promise<ReturnType<typeof assetWith>>)[]
  opened: string[]
  kept: Draft | undefined
  many: string[]
  /** What the viewer tells of the model it draws. */
  drawn: Told | undefined
  hold: ((options: SendOptions) => Promise<void>) | undefined
}

const untouched = (): Bench => ({
  tracked: [],
  sent: [],
  discarded: [],
  created: [],
  answers: [],
  opened: [],
  kept: undefined,
  many: [],
  drawn: undefined,
  hold: undefined,
})

export const bench = untouched()

/** Each test of the file begins with nothing kept and nothing sent. */
export function setUpForm(): void {
  beforeEach(() => {
    Object.assign(bench, untouched())
    URL.createObjectURL ??= () => 'blob:x'
    URL.revokeObjectURL ??= () => {}
  })
  afterEach(cleanup)
}

/** Opens the form over what is kept. */
export function show() {
  const draft: DraftKeeper = {
    read: async () => bench.kept,
    write: async (next) => {
      bench.kept = next
      return true
    },
    clear: async () => {
      bench.kept = undefined
    },
  }
  const sendFile: SendFile = Object.assign(
    async (file: File, options: SendOptions) => {
      bench.sent.push(file.name)
      await bench.hold?.(options)
      options.onProgress(file.size, file.size)
      return {
        id: 'u1',
        url: URL_OF_MODEL,
        sha256: 'a'.repeat(64),
        type: 'model/gltf-binary' as const,
        bytes: file.size,
      }
    },
    { discard: async (file: File) => void bench.discarded.push(file.name) },
  )
  const atelier = {
    language: 'en' as const,
    translate: translateIn('en'),
    track: (event: string, { field, name }: Record<string, unknown>) =>
      bench.tracked.push([event, String(field), name]),
    sendFile,
  }
  render(
    <AtelierContext value={atelier as never}>
      <NewAsset
        create={(body, { idempotencyKey }) => {
          bench.created.push({ body, key: idempotencyKey })
          return bench.answers.shift()?.() ?? Promise.reject(new Error('no answer left'))
        }}
        onCreated={({ id }) => bench.opened.push(id)}
        onDiscarded={() => {}}
        onMany={(files) => bench.many.push(...files.map(({ name }) => name))}
        predict={() => new Promise(() => {})}
        choices={{
          bodies: async () => ({ items: [{ id: 'b1', label: 'Fern' }], hasMore: false }),
          tags: async () => ({ items: [{ id: 't1', label: 'winter' }], hasMore: false }),
          applications: async () => ({ items: [{ id: 'p1', label: 'Fieldhouse' }], hasMore: false }),
        }}
        draft={draft}
        drawModel={(_, told) => {
          bench.drawn = told
          return <p>The viewer</p>
        }}
        guard={() => null}
      />
    </AtelierContext>,
  )
}

export const nameField = () => screen.getByLabelText<HTMLInputElement>('Name')
export const type = (name: string) => fireEvent.change(nameField(), { target: { value: name } })
export const area = () => screen.getByRole('button', { name: 'Model: Upload a file or drag and drop' })
/** What creating waits for, in words. */
export const waits = () => document.getElementById('new-asset-waits')?.textContent
export const press = (name: string) => act(() => screen.getByRole('button', { name }).click())

/** Lets files fall on the field of the model. */
export function drop(files: File[], { isFolder = false } = {}) {
  const items = files.map((file) => ({
    kind: 'file',
    getAsFile: () => file,
    webkitGetAsEntry: () => ({ isDirectory: isFolder }),
  }))
  fireEvent.drop(area(), { dataTransfer: { files, items, types: ['Files'] } })
}

export const model = (name: string) => fileOf(tinyGlb(), name)

/** A file whose slices can be read: jsdom's own have no `arrayBuffer`. */
export function fileOf(content: BlobPart, name: string): File {
  const whole = new globalThis.Blob([content])
  const bytes = typeof content === 'string' ? new Uint8Array(Buffer.from(content, 'latin1')) : (content as Uint8Array)
  const file = new File([whole], name)
  return Object.assign(file, {
    slice: (start: number, end: number) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer }),
  })
}

export function refusal(code: 'MODEL_INVALID'): ApiError {
  const error = { code, message: code, status: 422 }
  return new ApiError('http', 'assets', {
    status: 422,
    body: { error, type: '/docs', title: code, status: 422, detail: code },
  })
}
