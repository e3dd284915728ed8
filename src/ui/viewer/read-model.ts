import { type AnimationClip, Group, LoadingManager, type Object3D, type WebGLRenderer } from 'three'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { type DecoderPath, equip } from './decoders.ts'
import { isGlb, readGlb } from './glb.ts'
import { ViewerError } from './viewer-error.ts'

/** A model as it was read; `isFbx` tells that its clips count in centimetres. */
export interface ReadModel {
  scene: Object3D
  clips: AnimationClip[]
  isFbx: boolean
}

/** One centimetre, in metres; an FBX file's unit counts in them. */
const CENTIMETRE = 0.01

/**
 * Parses the bytes of one GLB or FBX file; which one is decided by the bytes. Nothing outside the file is asked for.
 * Rejects with a `ViewerError`.
 */
export async function readModel(bytes: ArrayBuffer, gl: WebGLRenderer, path: DecoderPath): Promise<ReadModel> {
  try {
    return isGlb(bytes) ? await readGltf(bytes, gl, path) : await readFbx(bytes)
  } catch (error) {
    throw ViewerError.from(error, 'unreadable')
  }
}

async function readGltf(bytes: ArrayBuffer, gl: WebGLRenderer, path: DecoderPath): Promise<ReadModel> {
  const loader = new GLTFLoader(sealedManager())
  const release = await equip(loader, readGlb(bytes).extensions, gl, path)
  try {
    const { scene, scenes, animations } = await loader.parseAsync(bytes, '')
    return { scene: scene ?? scenes[0] ?? new Group(), clips: animations, isFbx: false }
  } finally {
    release()
  }
}

async function readFbx(bytes: ArrayBuffer): Promise<ReadModel> {
  const { FBXLoader } = await import('three/examples/jsm/loaders/FBXLoader.js')
  const scene = new FBXLoader(sealedManager()).parse(bytes, '')
  const unit = Number(scene.userData.unitScaleFactor)
  scene.scale.multiplyScalar(CENTIMETRE * (unit > 0 ? unit : 1))
  return { scene, clips: scene.animations, isFbx: true }
}

/** A manager that lets a file name only what it holds itself; every other address becomes a clear pixel. */
function sealedManager(): LoadingManager {
  const manager = new LoadingManager()
  manager.setURLModifier((address) => (/^(?:blob|data):/.test(address) ? address : CLEAR_PIXEL))
  return manager
}

const CLEAR_PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
