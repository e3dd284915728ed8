import { LoadingManager, type WebGLRenderer } from 'three'
import transcoderJs from 'three/examples/jsm/libs/basis/basis_transcoder.js?url'
import transcoderWasm from 'three/examples/jsm/libs/basis/basis_transcoder.wasm?url'
import dracoJs from 'three/examples/jsm/libs/draco/gltf/draco_decoder.js?url'
import dracoWasm from 'three/examples/jsm/libs/draco/gltf/draco_decoder.wasm?url'
import dracoWrapper from 'three/examples/jsm/libs/draco/gltf/draco_wasm_wrapper.js?url'
import type { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { areBlobWorkersAllowed, isWasmAllowed, requireCspSupport } from './csp-support.ts'

/** Location of the decoders: a folder with the file names of three.js, or undefined for the bundled files. */
export type DecoderPath = string | undefined

const MAX_DECODER_WORKERS = 2

/**
 * Gives `loader` the decoders for these glTF extensions. Returns a function that releases the decoders. Decoders run in workers;
 * Meshopt uses the main thread where workers are forbidden. Rejects with a `ViewerError` (unsupported) where the page's policy
 * forbids what the decoders need.
 */
export async function attachDecoders(
  loader: GLTFLoader,
  extensions: ReadonlySet<string>,
  gl: WebGLRenderer,
  path: DecoderPath,
): Promise<() => void> {
  const releases: (() => void)[] = []
  const pending: Promise<void>[] = []
  const folder = path === undefined || path.endsWith('/') ? path : `${path}/`
  if (extensions.has('KHR_draco_mesh_compression')) {
    pending.push(
      createDracoLoader(folder).then((decoder) => {
        loader.setDRACOLoader(decoder)
        releases.push(() => decoder.dispose())
      }),
    )
  }
  if (extensions.has('KHR_texture_basisu')) {
    pending.push(
      createKtx2Loader(gl, folder).then((decoder) => {
        loader.setKTX2Loader(decoder)
        releases.push(() => decoder.dispose())
      }),
    )
  }
  if (extensions.has('EXT_meshopt_compression') || extensions.has('KHR_meshopt_compression')) {
    pending.push(loadMeshoptDecoder().then((decoder) => void loader.setMeshoptDecoder(decoder)))
  }
  const release = () => {
    for (const releaseOne of releases) releaseOne()
  }
  await Promise.allSettled(pending)
  try {
    await Promise.all(pending)
    return release
  } catch (error) {
    release()
    throw error
  }
}

async function createDracoLoader(folder: DecoderPath) {
  await requireCspSupport({ workers: true }, 'Draco')
  const { DRACOLoader } = await import('three/examples/jsm/loaders/DRACOLoader.js')
  const decoder = new DRACOLoader().setWorkerLimit(MAX_DECODER_WORKERS)
  if (folder !== undefined) return decoder.setDecoderPath(folder)
  if (isWasmAllowed()) return decoder.setDecoderPath({ js: dracoWrapper, wasm: dracoWasm })
  // The JavaScript decoder is slower and twice the size, but works under a policy that forbids WebAssembly.
  return Object.assign(decoder, {
    decoderPaths: { js: dracoJs, wasm: dracoJs, dep_js: dracoJs },
    decoderConfig: { type: 'js' },
  })
}

async function createKtx2Loader(gl: WebGLRenderer, folder: DecoderPath) {
  await requireCspSupport({ workers: true, wasm: true }, 'KTX2')
  const { KTX2Loader } = await import('three/examples/jsm/loaders/KTX2Loader.js')
  const manager = new LoadingManager()
  // The loader requests its two files by fixed names; the build hashes the names.
  if (folder === undefined)
    manager.setURLModifier((name) =>
      name.endsWith('.wasm') ? transcoderWasm : name.endsWith('.js') ? transcoderJs : name,
    )
  return new KTX2Loader(manager)
    .setWorkerLimit(MAX_DECODER_WORKERS)
    .setTranscoderPath(folder ?? './')
    .detectSupport(gl)
}

let hasMeshoptWorkers = false

async function loadMeshoptDecoder() {
  await requireCspSupport({ wasm: true }, 'Meshopt')
  const [{ MeshoptDecoder }, areWorkersAllowed] = await Promise.all([
    import('three/examples/jsm/libs/meshopt_decoder.module.js'),
    areBlobWorkersAllowed(),
  ])
  if (areWorkersAllowed && !hasMeshoptWorkers) {
    await MeshoptDecoder.ready
    // biome-ignore lint/correctness/useHookAtTopLevel: not a React hook
    MeshoptDecoder.useWorkers(MAX_DECODER_WORKERS)
    hasMeshoptWorkers = true
  }
  return MeshoptDecoder
}
