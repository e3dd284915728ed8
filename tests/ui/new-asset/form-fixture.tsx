import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { FormValues } from '../../../src/machines/form/form.ts'
import type { SendFile, SendOptions } from '../../../src/machines/upload/send-file.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { Draft, DraftStore } from '../../../src/ui/form/draft.ts'
import { NewAssetForm } from '../../../src/ui/new-asset/NewAssetForm.tsx'
import type { PreviewCallbacks } from '../../../src/ui/new-asset/use-model-preview.tsx'
import type { createAsset } from '../../support/create-asset.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { createTranslateFor } from '../../support/translate.ts'

export const MODEL_URL = `/files/${'a'.repeat(64)}.glb`

interface FormFixture {
  tracked: [string, string, unknown][]
  uploadedNames: string[]
  discarded: string[]
  created: { body: FormValues; key: string }[]
  /** Server's responses to requests that create an asset, in order. */
  responses: (() => Promise<ReturnType<typeof createAsset>>)[]
  opened: string[]
  storedDraft: Draft | undefined
  /** Promise for which reading the stored draft waits. */
  holdDraft: Promise<void> | undefined
  filesForQueue: string[]
  /** Callbacks with which a test simulates the viewer's outcome. */
  previewCallbacks: PreviewCallbacks | undefined
  holdUpload: ((options: SendOptions) => Promise<void>) | undefined
}

const createFixture = (): FormFixture => ({
  tracked: [],
  uploadedNames: [],
  discarded: [],
  created: [],
  responses: [],
  opened: [],
  storedDraft: undefined,
  holdDraft: undefined,
  filesForQueue: [],
  previewCallbacks: undefined,
  holdUpload: undefined,
})

export const fixture = createFixture()

export function setUpForm(): void {
  beforeEach(() => {
    Object.assign(fixture, createFixture())
    URL.createObjectURL ??= () => 'blob:x'
    URL.revokeObjectURL ??= () => {}
  })
}

export function showForm() {
  const draft: DraftStore = {
    read: async () => {
      const { storedDraft } = fixture
      await fixture.holdDraft
      return storedDraft
    },
    write: async (next) => {
      fixture.storedDraft = next
      return true
    },
    clear: async () => {
      fixture.storedDraft = undefined
    },
  }
  const sendFile: SendFile = Object.assign(
    async (file: File, options: SendOptions) => {
      fixture.uploadedNames.push(file.name)
      await fixture.holdUpload?.(options)
      options.onProgress(file.size, file.size)
      return {
        id: 'u1',
        url: MODEL_URL,
        sha256: 'a'.repeat(64),
        type: 'model/gltf-binary' as const,
        bytes: file.size,
      }
    },
    { discard: async (file: File) => void fixture.discarded.push(file.name) },
  )
  const atelier = {
    language: 'en' as const,
    translate: createTranslateFor('en'),
    track: (event: string, { field, name }: Record<string, unknown>) =>
      fixture.tracked.push([event, String(field), name]),
    sendFile,
  }
  render(
    <AtelierContext value={atelier as never}>
      <NewAssetForm
        create={(body, { idempotencyKey }) => {
          fixture.created.push({ body, key: idempotencyKey })
          return fixture.responses.shift()?.() ?? Promise.reject(new Error('no response left'))
        }}
        onCreated={({ id }) => fixture.opened.push(id)}
        onDiscarded={() => {}}
        onMany={(files) => fixture.filesForQueue.push(...files.map(({ name }) => name))}
        predict={() => new Promise(() => {})}
        choices={{
          bodies: async () => ({ items: [{ id: 'b1', label: 'Fern' }], hasMore: false }),
          tags: async () => ({ items: [{ id: 't1', label: 'winter' }], hasMore: false }),
          applications: async () => ({ items: [{ id: 'p1', label: 'Fieldhouse' }], hasMore: false }),
        }}
        draft={draft}
        renderModel={(_, callbacks) => {
          fixture.previewCallbacks = callbacks
          return <p>The viewer</p>
        }}
        guard={() => null}
      />
    </AtelierContext>,
  )
}

export const nameField = () => screen.getByLabelText<HTMLInputElement>('Name')
export const typeName = (name: string) => fireEvent.change(nameField(), { target: { value: name } })
export const modelArea = () => screen.getByRole('button', { name: 'Model: Upload a file or drag and drop' })
export const missingPartsText = () => document.getElementById('new-asset-waits')?.textContent
export const press = (name: string) => act(() => screen.getByRole('button', { name }).click())

export function dropFiles(files: File[], { isFolder = false } = {}) {
  const items = files.map((file) => ({
    kind: 'file',
    getAsFile: () => file,
    webkitGetAsEntry: () => ({ isDirectory: isFolder }),
  }))
  fireEvent.drop(modelArea(), { dataTransfer: { files, items, types: ['Files'] } })
}

export const modelFile = (name: string) => createFile(buildTinyGlb(), name)

/** Creates a file whose slices have `arrayBuffer`, which jsdom's files lack. */
export function createFile(content: BlobPart, name: string): File {
  const whole = new globalThis.Blob([content])
  const bytes = typeof content === 'string' ? new Uint8Array(Buffer.from(content, 'latin1')) : (content as Uint8Array)
  const file = new File([whole], name)
  return Object.assign(file, {
    slice: (start: number, end: number) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer }),
  })
}

export function modelInvalidError(code: 'MODEL_INVALID'): ApiError {
  const error = { code, message: code, status: 422 }
  return new ApiError('http', 'assets', {
    status: 422,
    body: { error, type: '/docs', title: code, status: 422, detail: code },
  })
}
