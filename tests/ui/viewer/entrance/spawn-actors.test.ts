import { expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import {
  createSpawnActors,
  type ReadingContext,
  readEntranceFile,
} from '../../../../src/ui/viewer/entrance/spawn-actors.ts'
import { ViewerError } from '../../../../src/ui/viewer/viewer-error.ts'

const createContext = (failureSignal = new AbortController().signal): ReadingContext => ({
  decoderPath: undefined,
  allowExternal: false,
  budget: undefined,
  renderer: () => Promise.reject(new Error('no renderer')),
  failureSignal,
})

/** Returns a file in memory whose read resolves when `arrive` is called. */
function createSlowFile() {
  const file = new Blob([new Uint8Array(4)], { type: 'model/gltf-binary' })
  let resolveFile = () => {}
  const arriving = new Promise<ArrayBuffer>((resolve) => {
    resolveFile = () => resolve(new ArrayBuffer(4))
  })
  file.arrayBuffer = () => arriving
  return { file, arrive: resolveFile }
}

it('fetchParts reports the progress of a source, but not after the actor is stopped', async () => {
  const reported: unknown[] = []
  const { fetchParts } = createSpawnActors(() => createContext())
  const [first, second] = [createSlowFile(), createSlowFile()]
  const fetching = (file: Blob) =>
    createActor(fetchParts, { input: { source: file, report: (progress) => reported.push(progress) } })
  const stoppedActor = fetching(first.file).start()
  stoppedActor.stop()
  first.arrive()
  const runningActor = fetching(second.file).start()
  second.arrive()
  expect((await toPromise(runningActor)).map(({ byteLength }) => byteLength)).toEqual([4])
  expect(reported).toEqual([{ done: 4, total: 4 }])
})

it('fetchParts and watchRenderer fail with the reason why no stage can open, and fetch nothing', async () => {
  const fetchSpy = vi.fn()
  vi.stubGlobal('fetch', fetchSpy)
  const failureSignal = new AbortController()
  failureSignal.abort(new ViewerError('webgl', 'WebGL is not available'))
  const { fetchParts, watchRenderer } = createSpawnActors(() => createContext(failureSignal.signal))
  const fetching = createActor(fetchParts, { input: { source: 'a.glb', report: () => {} } })
  const watching = createActor(watchRenderer)
  const outcomes = [fetching, watching].map((actor) => toPromise(actor).catch(({ reason }: ViewerError) => reason))
  for (const actor of [fetching, watching]) actor.start()
  expect(await Promise.all(outcomes)).toEqual(['webgl', 'webgl'])
  expect(fetchSpy).not.toHaveBeenCalled()
})

it.each(['blob:http://localhost/3f2a', 'data:model/gltf-binary;base64,AAAA', 'files/a.glb', undefined])(
  'readEntranceFile determines the base URL for the source %s before it rejects unreadable bytes',
  async (part) => {
    vi.stubGlobal('location', { href: 'http://localhost/viewer' })
    const renderer = async () => ({}) as Awaited<ReturnType<ReadingContext['renderer']>>
    for (const allowExternal of [true, false]) {
      const read = readEntranceFile(new ArrayBuffer(4), part, { ...createContext(), allowExternal, renderer })
      // Four empty bytes are no model. This is detected only after the base URL has been determined.
      await expect(read).rejects.toMatchObject({ name: 'ViewerError', reason: 'unreadable' })
    }
  },
)
