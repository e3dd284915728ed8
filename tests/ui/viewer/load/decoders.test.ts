import type { WebGLRenderer } from 'three'
import type { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { describe, expect, test, vi } from 'vitest'

const stubWorkers = (areAllowed: boolean) =>
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

/** Loads a fresh module. Returns the decoders that the module attaches to a loader for files with these glTF extensions. */
async function attachTo(extensions: readonly string[], path?: string) {
  vi.resetModules()
  const { attachDecoders } = await import('../../../../src/ui/viewer/load/decoders.ts')
  const decoders: { draco?: Draco; meshopt?: { supported: boolean } } = {}
  const loader = {
    setDRACOLoader: (decoder: Draco) => Object.assign(decoders, { draco: decoder }),
    setMeshoptDecoder: (decoder: { supported: boolean }) => Object.assign(decoders, { meshopt: decoder }),
  }
  const release = await attachDecoders(loader as unknown as GLTFLoader, new Set(extensions), {} as WebGLRenderer, path)
  return { decoders, release }
}

describe('decoders for compressed geometry', () => {
  test('do not load for an uncompressed file', async () => {
    const { decoders } = await attachTo(['KHR_materials_sheen'])
    expect(decoders).toEqual({})
  })

  test.each(['EXT_meshopt_compression', 'KHR_meshopt_compression'])(
    'load for the extension %s even where the page forbids workers',
    async (name) => {
      stubWorkers(false)
      const { decoders } = await attachTo([name])
      expect(decoders).toEqual({ meshopt: expect.objectContaining({ supported: true }) })
    },
  )

  test('include Draco from the given folder, and dispose of the Draco decoder on release', async () => {
    stubWorkers(true)
    const { decoders, release } = await attachTo(['KHR_draco_mesh_compression'], '/decoders')
    expect(decoders.draco!.decoderPaths.wasm).toBe('/decoders/draco_decoder.wasm')
    const disposeSpy = vi.spyOn(decoders.draco!, 'dispose')
    release()
    expect(disposeSpy).toHaveBeenCalledTimes(1)
  })

  test('dispose of the loaded decoders if another decoder is rejected', async () => {
    stubWorkers(true)
    const { DRACOLoader } = await import('three/examples/jsm/loaders/DRACOLoader.js')
    const disposeSpy = vi.spyOn(DRACOLoader.prototype, 'dispose')
    vi.stubGlobal('WebAssembly', undefined)
    await expect(attachTo(['KHR_draco_mesh_compression', 'KHR_texture_basisu'])).rejects.toMatchObject({
      reason: 'unsupported',
    })
    expect(disposeSpy).toHaveBeenCalledTimes(1)
  })

  test('reject a Draco file as unsupported where the page forbids workers', async () => {
    stubWorkers(false)
    await expect(attachTo(['KHR_draco_mesh_compression'])).rejects.toMatchObject({ reason: 'unsupported' })
  })
})
