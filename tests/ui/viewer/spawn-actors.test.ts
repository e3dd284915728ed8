import { afterEach, expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { type Reading, readFile, spawnActors } from '../../../src/ui/viewer/spawn-actors.ts'
import { ViewerError } from '../../../src/ui/viewer/viewer-error.ts'

afterEach(() => vi.unstubAllGlobals())

const reading = (failing = new AbortController().signal): Reading => ({
  decoderPath: undefined,
  allowExternal: false,
  budget: undefined,
  renderer: () => Promise.reject(new Error('no renderer')),
  failing,
})

/** A file in memory that is read when `arrive` is called. */
function slowFile() {
  const file = new Blob([new Uint8Array(4)], { type: 'model/gltf-binary' })
  let arrive = () => {}
  const arriving = new Promise<ArrayBuffer>((resolve) => {
    arrive = () => resolve(new ArrayBuffer(4))
  })
  file.arrayBuffer = () => arriving
  return { file, arrive }
}

it('tells how much of a source has arrived, and nothing more once another is asked for', async () => {
  const told: unknown[] = []
  const { fetchParts } = spawnActors(() => reading())
  const [first, second] = [slowFile(), slowFile()]
  const fetching = (file: Blob) => createActor(fetchParts, { input: { source: file, report: (at) => told.push(at) } })
  const given = fetching(first.file).start()
  given.stop()
  first.arrive()
  const kept = fetching(second.file).start()
  second.arrive()
  expect((await toPromise(kept)).map(({ byteLength }) => byteLength)).toEqual([4])
  expect(told).toEqual([{ done: 4, total: 4 }])
})

it('fetches nothing that could not be shown, and fails for the reason that there is no stage', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  const failing = new AbortController()
  failing.abort(new ViewerError('webgl', 'No WebGL here'))
  const { fetchParts, watchStage } = spawnActors(() => reading(failing.signal))
  const fetching = createActor(fetchParts, { input: { source: 'a.glb', report: () => {} } })
  const watching = createActor(watchStage)
  const ends = [fetching, watching].map((actor) => toPromise(actor).catch(({ reason }: ViewerError) => reason))
  for (const actor of [fetching, watching]) actor.start()
  expect(await Promise.all(ends)).toEqual(['webgl', 'webgl'])
  expect(fetched).not.toHaveBeenCalled()
})

it.each(['blob:http://localhost/3f2a', 'data:model/gltf-binary;base64,AAAA', 'files/a.glb', undefined])(
  'reads a file from %s, whether it may name others or not',
  async (part) => {
    vi.stubGlobal('location', { href: 'http://localhost/viewer' })
    const renderer = async () => ({}) as Awaited<ReturnType<Reading['renderer']>>
    for (const allowExternal of [true, false]) {
      const read = readFile(new ArrayBuffer(4), part, { ...reading(), allowExternal, renderer })
      // Four empty bytes are no model: that is found once it is known where they lie.
      await expect(read).rejects.toMatchObject({ name: 'ViewerError', reason: 'unreadable' })
    }
  },
)
