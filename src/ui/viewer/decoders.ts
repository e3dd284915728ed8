import { LoadingManager, type WebGLRenderer } from 'three'
import transcoderJs from 'three/examples/jsm/libs/basis/basis_transcoder.js?url'
import transcoderWasm from 'three/examples/jsm/libs/basis/basis_transcoder.wasm?url'
import dracoJs from 'three/examples/jsm/libs/draco/gltf/draco_decoder.js?url'
import dracoWasm from 'three/examples/jsm/libs/draco/gltf/draco_decoder.wasm?url'
import dracoWrapper from 'three/examples/jsm/libs/draco/gltf/draco_wasm_wrapper.js?url'
import type { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { allowsWasm, allowsWorkers, needAllowed } from './allowed.ts'

/** Where the decoders lie: our own files by default, or a folder that holds them under three's own names. */
export type DecoderPath = string | undefined

/** How many workers a decoder may start. */
const WORKERS = 2

/**
 * Hands `loader` the decoders that a file with these extensions needs, and answers what to call when done with them. All
 * of them work off the main thread. Rejects with a `ViewerError` (unsupported) where the page forbids what they need.
 */
export async function equip(
  loader: GLTFLoader,
  extensions: ReadonlySet<string>,
  gl: WebGLRenderer,
  path: DecoderPath,
): Promise<() => void> {
  const done: (() => void)[] = []
  const needs: Promise<void>[] = []
  const folder = path === undefined || path.endsWith('/') ? path : `${path}/`
  if (extensions.has('KHR_draco_mesh_compression')) {
    needs.push(
      draco(folder).then((decoder) => {
        loader.setDRACOLoader(decoder)
        done.push(() => decoder.dispose())
      }),
    )
  }
  if (extensions.has('KHR_texture_basisu')) {
    needs.push(
      ktx2(gl, folder).then((decoder) => {
        loader.setKTX2Loader(decoder)
        done.push(() => decoder.dispose())
      }),
    )
  }
  if (extensions.has('EXT_meshopt_compression') || extensions.has('KHR_meshopt_compression')) {
    needs.push(meshopt().then((decoder) => void loader.setMeshoptDecoder(decoder)))
  }
  await Promise.all(needs)
  return () => {
    for (const release of done) release()
  }
}

async function draco(folder: DecoderPath) {
  await needAllowed({ workers: true }, 'Draco')
  const { DRACOLoader } = await import('three/examples/jsm/loaders/DRACOLoader.js')
  const decoder = new DRACOLoader().setWorkerLimit(WORKERS)
  if (folder !== undefined) return decoder.setDecoderPath(folder)
  if (allowsWasm()) return decoder.setDecoderPath({ js: dracoWrapper, wasm: dracoWasm })
  // Slower and twice the size, but a page whose policy forbids WebAssembly can still show the model.
  return Object.assign(decoder, {
    decoderPaths: { js: dracoJs, wasm: dracoJs, dep_js: dracoJs },
    decoderConfig: { type: 'js' },
  })
}

async function ktx2(gl: WebGLRenderer, folder: DecoderPath) {
  await needAllowed({ workers: true, wasm: true }, 'KTX2')
  const { KTX2Loader } = await import('three/examples/jsm/loaders/KTX2Loader.js')
  const manager = new LoadingManager()
  // The loader asks for its two files by name; a build gives them names of its own.
  if (folder === undefined)
    manager.setURLModifier((name) =>
      name.endsWith('.wasm') ? transcoderWasm : name.endsWith('.js') ? transcoderJs : name,
    )
  return new KTX2Loader(manager)
    .setWorkerLimit(WORKERS)
    .setTranscoderPath(folder ?? './')
    .detectSupport(gl)
}

let meshoptWorkers = false

async function meshopt() {
  await needAllowed({ wasm: true }, 'Meshopt')
  const [{ MeshoptDecoder }, canWork] = await Promise.all([
    import('three/examples/jsm/libs/meshopt_decoder.module.js'),
    allowsWorkers(),
  ])
  if (canWork && !meshoptWorkers) {
    await MeshoptDecoder.ready
    // biome-ignore lint/correctness/useHookAtTopLevel: not React's
    MeshoptDecoder.useWorkers(WORKERS)
    meshoptWorkers = true
  }
  return MeshoptDecoder
}
