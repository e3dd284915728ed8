import type { WebGLRenderer } from 'three'
import type { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { afterEach, describe, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** Workers that start, or that the page forbids. */
const workers = (areAllowed: boolean) =>
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: () => void
      onerror?: () => void
      constructor() {
        queueMicrotask(() => (areAllowed ? this.onmessage?.() : this.onerror?.()))
      }
      terminate() {}
    },
  )

interface Draco {
  decoderPaths: { wasm: string }
  dispose: () => void
}

/** What a loader is given for files with these extensions, by a page of its own. */
async function equipped(extensions: readonly string[], path?: string) {
  vi.resetModules()
  const { equip } = await import('../../../src/ui/viewer/decoders.ts')
  const given: { draco?: Draco; meshopt?: { supported: boolean } } = {}
  const loader = {
    setDRACOLoader: (it: Draco) => Object.assign(given, { draco: it }),
    setMeshoptDecoder: (it: { supported: boolean }) => Object.assign(given, { meshopt: it }),
  }
  const release = await equip(loader as unknown as GLTFLoader, new Set(extensions), {} as WebGLRenderer, path)
  return { given, release }
}

describe('what reads packed geometry', () => {
  test('is nothing for a file that has none', async () => {
    const { given } = await equipped(['KHR_materials_sheen'])
    expect(given).toEqual({})
  })

  test.each(['EXT_meshopt_compression', 'KHR_meshopt_compression'])(
    'comes for %s, without workers too',
    async (name) => {
      workers(false)
      const { given } = await equipped([name])
      expect(given).toEqual({ meshopt: expect.objectContaining({ supported: true }) })
    },
  )

  test('is Draco from the folder that the page names, and ends with the reading', async () => {
    workers(true)
    const { given, release } = await equipped(['KHR_draco_mesh_compression'], '/decoders')
    expect(given.draco!.decoderPaths.wasm).toBe('/decoders/draco_decoder.wasm')
    const ended = vi.spyOn(given.draco!, 'dispose')
    release()
    expect(ended).toHaveBeenCalledTimes(1)
  })

  test('is refused where the page allows no workers to Draco', async () => {
    workers(false)
    await expect(equipped(['KHR_draco_mesh_compression'])).rejects.toMatchObject({ reason: 'unsupported' })
  })
})
