import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
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

/** What the page of several models finds around it, and what came of it there. */
interface Bench {
  created: { name: unknown; bodyId: unknown; tags: unknown; key: string }[]
  /** Names that cannot be sent. */
  failing: string[]
  askedForTags: string[]
  drafts: Map<string, Draft>
  ids: readonly string[]
  /** Makes the sending of a file, or the making of an asset, wait for this. */
  holdFile: Promise<void> | undefined
  holdMaking: Promise<void> | undefined
  /** Reading which assets a queue holds, or what is kept of one, waits for this. */
  holdIds: Promise<void> | undefined
  holdDrafts: Promise<void> | undefined
  /** Tags that were deleted meanwhile. */
  goneTags: string[]
  discarded: string[]
  watched: () => readonly WatchedForm[]
  aborted: string[]
  /** Files that came along with whoever opened the page. */
  brought: readonly File[]
}

const untouched = (): Bench => ({
  created: [],
  failing: [],
  askedForTags: [],
  drafts: new Map(),
  ids: [],
  holdFile: undefined,
  holdMaking: undefined,
  holdIds: undefined,
  holdDrafts: undefined,
  goneTags: [],
  discarded: [],
  watched: () => [],
  aborted: [],
  brought: [],
})

export const bench = untouched()

/** Each test of the file begins with an empty queue. */
export function setUpQueue(): void {
  beforeEach(() => {
    Object.assign(bench, untouched())
    URL.createObjectURL ??= () => 'blob:x'
    URL.revokeObjectURL ??= () => {}
  })
  afterEach(cleanup)
}

/** Opens the page over what is kept. */
export async function show() {
  const keeper = (key: string): DraftKeeper => ({
    read: async () => {
      await bench.holdDrafts
      return bench.drafts.get(key)
    },
    write: async (next) => bench.drafts.set(key, next) === bench.drafts,
    clear: async () => void bench.drafts.delete(key),
  })
  const single = keeper('single')
  const kept = {
    read: async () => {
      const read = bench.ids
      await bench.holdIds
      return read
    },
    write: async (next: readonly string[]) => {
      bench.ids = next
    },
  }
  const sendFile: SendFile = Object.assign(
    async (file: File, { onProgress, signal }: SendOptions) => {
      signal.addEventListener('abort', () => bench.aborted.push(file.name))
      await bench.holdFile
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
    { discard: async (file: File) => void bench.discarded.push(file.name) },
  )
  const none = async () => ({ items: [], hasMore: false })
  const tags = async (search: string) => {
    bench.askedForTags.push(search)
    return { items: [{ id: 'w', label: 'Winter' }], hasMore: false }
  }
  const bodies = async () => ({ items: [{ id: 'b1', label: 'Fern' }], hasMore: false })
  const create: CreateAsset = async (body, { idempotencyKey, signal }) => {
    bench.created.push({ name: body['name'], bodyId: body['bodyId'], tags: body['tags'], key: idempotencyKey })
    signal.addEventListener('abort', () => bench.aborted.push(String(body['name'])))
    await bench.holdMaking
    const gone = (body['tags'] as string[]).findIndex((tag) => bench.goneTags.includes(tag))
    if (gone >= 0) throw refused([{ path: `body.tags.${gone}`, message: 'asset.tagGone' }])
    if (bench.failing.includes(String(body['name']))) throw new ApiError('FETCH_ERROR', 'assets')
    return assetWith({ id: `a${bench.created.length}`, name: String(body['name']) })
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
          const files = bench.brought
          bench.brought = []
          return files
        }}
        predict={() => new Promise(() => {})}
        choices={{ bodies, tags, applications: none }}
        drawModel={() => null}
        guard={(forms) => {
          bench.watched = forms
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
export function later() {
  let end = () => {}
  const promise = new Promise<void>((resolve) => {
    end = resolve
  })
  return { promise, end }
}

/** The name in the row of a file. */
export const nameIn = (file: string) =>
  within(screen.getByRole('form', { name: file })).getByLabelText<HTMLInputElement>('Name')
export const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
export const model = (name: string) => fileOf(tinyGlb(), name)

/** Lets files fall where the page takes models. */
export function drop(files: File[]) {
  const items = files.map((file) => ({ kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => null }))
  const [area] = screen
    .getAllByRole('button', { name: /^(Model|Add models): Upload a file or drag and drop$/ })
    .slice(-1)
  fireEvent.drop(area!, { dataTransfer: { files, items, types: ['Files'] } })
}

/** A file whose slices can be read: jsdom's own have no `arrayBuffer`. */
export const fileOf = (bytes: Uint8Array, name: string) =>
  Object.assign(new File([new Uint8Array(bytes)], name), {
    slice: (start: number, end: number) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer }),
  })
