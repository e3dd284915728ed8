import { LoadingManager, type WebGLRenderer } from 'three'
import type { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'

/** Where the decoders lie: our own files by default, or a folder that holds them under three's own names. */
export type DecoderPath = string | undefined

/** Hands `loader` the decoders that a file with these extensions needs, and answers what to call when done with them. */
export async function equip(
  loader: GLTFLoader,
  extensions: ReadonlySet<string>,
  gl: WebGLRenderer,
  path: DecoderPath,
): Promise<() => void> {
  const done: (() => void)[] = []
  const needs: Promise<void>[] = []
  if (extensions.has('KHR_draco_mesh_compression')) {
    needs.push(
      draco(path).then((decoder) => {
        loader.setDRACOLoader(decoder)
        done.push(() => decoder.dispose())
      }),
    )
  }
  if (extensions.has('KHR_texture_basisu')) {
    needs.push(
      ktx2(gl, path).then((decoder) => {
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

async function draco(path: DecoderPath) {
  const [{ DRACOLoader }, js, wasm] = await Promise.all([
    import('three/examples/jsm/loaders/DRACOLoader.js'),
    import('three/examples/jsm/libs/draco/gltf/draco_wasm_wrapper.js?url'),
    import('three/examples/jsm/libs/draco/gltf/draco_decoder.wasm?url'),
  ])
  return new DRACOLoader().setWorkerLimit(2).setDecoderPath(path ?? { js: js.default, wasm: wasm.default })
}

async function ktx2(gl: WebGLRenderer, path: DecoderPath) {
  const [{ KTX2Loader }, js, wasm] = await Promise.all([
    import('three/examples/jsm/loaders/KTX2Loader.js'),
    import('three/examples/jsm/libs/basis/basis_transcoder.js?url'),
    import('three/examples/jsm/libs/basis/basis_transcoder.wasm?url'),
  ])
  const manager = new LoadingManager()
  // The loader asks for its two files by name; a build gives them names of its own.
  if (path === undefined)
    manager.setURLModifier((name) => (name.endsWith('.wasm') ? wasm.default : name.endsWith('.js') ? js.default : name))
  return new KTX2Loader(manager)
    .setWorkerLimit(2)
    .setTranscoderPath(path ?? './')
    .detectSupport(gl)
}

async function meshopt() {
  const { MeshoptDecoder } = await import('three/examples/jsm/libs/meshopt_decoder.module.js')
  return MeshoptDecoder
}
