import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { SendFile, SendOptions } from '../../../src/machines/upload/send-file.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import type { Draft, DraftStore } from '../../../src/ui/form/draft.ts'
import type { GuardedForm } from '../../../src/ui/form/LeaveGuard.tsx'
import { NewAssetScreen } from '../../../src/ui/new-asset/NewAssetScreen.tsx'
import type { CreateAsset } from '../../../src/ui/new-asset/use-new-asset-machine.ts'
import { createAsset } from '../../support/create-asset.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { createTranslateFor } from '../../support/translate.ts'

interface QueueFixture {
  created: { name: unknown; bodyId: unknown; tags: unknown; key: string }[]
  failingNames: string[]
  tagSearches: string[]
  drafts: Map<string, Draft>
  ids: readonly string[]
  /** Promises for which file uploads and asset creations wait. */
  holdFile: Promise<void> | undefined
  holdCreation: Promise<void> | undefined
  /** Promises for which reading the queue's ids and the stored drafts waits. */
  holdIds: Promise<void> | undefined
  holdDrafts: Promise<void> | undefined
  deletedTags: string[]
  discarded: string[]
  getGuardedForms: () => readonly GuardedForm[]
  aborted: string[]
  droppedFiles: readonly File[]
}

const createFixture = (): QueueFixture => ({
  created: [],
  failingNames: [],
  tagSearches: [],
  drafts: new Map(),
  ids: [],
  holdFile: undefined,
  holdCreation: undefined,
  holdIds: undefined,
  holdDrafts: undefined,
  deletedTags: [],
  discarded: [],
  getGuardedForms: () => [],
  aborted: [],
  droppedFiles: [],
})

export const fixture = createFixture()

export function setUpQueue(): void {
  beforeEach(() => {
    Object.assign(fixture, createFixture())
    URL.createObjectURL ??= () => 'blob:x'
    URL.revokeObjectURL ??= () => {}
  })
}

export async function showQueue() {
  const draftStore = (key: string): DraftStore => ({
    read: async () => {
      await fixture.holdDrafts
      return fixture.drafts.get(key)
    },
    write: async (next) => fixture.drafts.set(key, next) === fixture.drafts,
    clear: async () => void fixture.drafts.delete(key),
  })
  const single = draftStore('single')
  const queueStore = {
    read: async () => {
      const ids = fixture.ids
      await fixture.holdIds
      return ids
    },
    write: async (next: readonly string[]) => {
      fixture.ids = next
    },
  }
  const sendFile: SendFile = Object.assign(
    async (file: File, { onProgress, signal }: SendOptions) => {
      signal.addEventListener('abort', () => fixture.aborted.push(file.name))
      await fixture.holdFile
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
    { discard: async (file: File) => void fixture.discarded.push(file.name) },
  )
  const none = async () => ({ items: [], hasMore: false })
  const tags = async (search: string) => {
    fixture.tagSearches.push(search)
    return { items: [{ id: 'w', label: 'Winter' }], hasMore: false }
  }
  const bodies = async () => ({ items: [{ id: 'b1', label: 'Fern' }], hasMore: false })
  const create: CreateAsset = async (body, { idempotencyKey, signal }) => {
    fixture.created.push({ name: body['name'], bodyId: body['bodyId'], tags: body['tags'], key: idempotencyKey })
    signal.addEventListener('abort', () => fixture.aborted.push(String(body['name'])))
    await fixture.holdCreation
    const deletedIndex = (body['tags'] as string[]).findIndex((tag) => fixture.deletedTags.includes(tag))
    if (deletedIndex >= 0) throw invalidInput([{ path: `body.tags.${deletedIndex}`, message: 'asset.tagGone' }])
    if (fixture.failingNames.includes(String(body['name']))) throw new ApiError('FETCH_ERROR', 'assets')
    return createAsset({ id: `a${fixture.created.length}`, name: String(body['name']) })
  }
  const atelier = { language: 'en' as const, translate: createTranslateFor('en'), track: () => {}, sendFile }
  render(
    <AtelierContext value={atelier as never}>
      <NewAssetScreen
        create={create}
        onCreated={() => {}}
        onDiscarded={() => {}}
        draft={single}
        draftOf={draftStore}
        queued={queueStore}
        takeInitialFiles={() => {
          const files = fixture.droppedFiles
          fixture.droppedFiles = []
          return files
        }}
        predict={() => new Promise(() => {})}
        choices={{ bodies, tags, applications: none }}
        renderModel={() => null}
        guard={(forms) => {
          fixture.getGuardedForms = forms
          return null
        }}
        linkTo={({ id }) => <a href={`/assets/${id}`}>Open</a>}
        done={<a href="/assets">Go to assets</a>}
      />
    </AtelierContext>,
  )
  await screen.findByRole('heading', { level: 1 })
}

function invalidInput(details: readonly { path: string; message: string }[]) {
  const error = { code: 'INVALID_INPUT' as const, message: '', status: 400, details }
  return new ApiError('http', 'assets', { status: 400, body: { error, type: '', title: '', status: 400, detail: '' } })
}

export function createDeferred() {
  let end = () => {}
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  return { promise, end }
}

export const nameFieldOf = (file: string) =>
  within(screen.getByRole('form', { name: file })).getByLabelText<HTMLInputElement>('Name')
export const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
export const modelFile = (name: string) => createFile(buildTinyGlb(), name)

export function dropFiles(files: File[]) {
  const items = files.map((file) => ({ kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => null }))
  const [area] = screen
    .getAllByRole('button', { name: /^(Model|Add models): Upload a file or drag and drop$/ })
    .slice(-1)
  fireEvent.drop(area!, { dataTransfer: { files, items, types: ['Files'] } })
}

/** Creates a file whose slices have `arrayBuffer`, which jsdom's files lack. */
export const createFile = (bytes: Uint8Array, name: string) =>
  Object.assign(new File([new Uint8Array(bytes)], name), {
    slice: (start: number, end: number) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer }),
  })
