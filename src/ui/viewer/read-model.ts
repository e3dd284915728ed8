import { Group, LoadingManager, type Object3D, type WebGLRenderer } from 'three'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import type { ModelBudget } from '../../files/model-budget.ts'
import type { DecoderPath } from './decoders.ts'
import type { ReadModel } from './fbx.ts'
import { isGlb, readGlb } from './glb.ts'
import { partByPart } from './glb-parts.ts'
import { decodeOwnImages } from './own-images.ts'
import { shapesOf } from './release.ts'
import { sealedManager } from './sealed-manager.ts'
import { ViewerError } from './viewer-error.ts'

/** How a file is read. */
export interface ReadOptions {
  gl: WebGLRenderer
  budget: ModelBudget
  decoderPath: DecoderPath
  /** Where the file lies, when it may fetch what it names outside itself; undefined when it may not. */
  base: string | undefined
  /** Whether a VRM is read as one, not as the plain model that it also is. */
  vrm?: boolean | undefined
}

/**
 * Parses the bytes of one GLB or FBX file; which one is decided by the bytes. Nothing outside the file is asked for
 * unless `base` says where to begin. Rejects with a `ViewerError`.
 */
export async function readModel(bytes: ArrayBuffer, options: ReadOptions): Promise<ReadModel> {
  try {
    if (isGlb(bytes)) return await readGltf(bytes, options)
    const { readFbx } = await import('./fbx.ts')
    return await readFbx(bytes, options.budget)
  } catch (error) {
    throw ViewerError.from(error, 'unreadable')
  }
}

async function readGltf(bytes: ArrayBuffer, { gl, budget, decoderPath, base, vrm }: ReadOptions): Promise<ReadModel> {
  const facts = readGlb(bytes, budget, base !== undefined, vrm)
  if (facts.externalImages > 0 && base === undefined) {
    console.warn(`The model names ${facts.externalImages} pictures outside itself; they were not fetched`)
  }
  const loader = new GLTFLoader(base === undefined ? sealedManager() : new LoadingManager())
  loader.register(partByPart(facts.bin))
  loader.register(decodeOwnImages)
  const isVrm = vrm && ['VRM', 'VRMC_vrm'].some((name) => facts.extensions.has(name))
  const persona = isVrm ? (await import('./vrm.ts')).personaReader(loader, facts.json) : null
  const isPacked = [...facts.extensions].some((name) => /draco|meshopt|basisu/.test(name))
  const release = isPacked
    ? await (await import('./decoders.ts')).equip(loader, facts.extensions, gl, decoderPath)
    : () => {}
  try {
    // Three takes a document that was read already, though its types do not tell.
    const document = facts.json as unknown as ArrayBuffer
    const read = await loader.parseAsync(document, base ?? '')
    const { scene, scenes, animations, parser } = read
    // What is only kept for other looks is let go where there are none.
    const variants = facts.extensions.has('KHR_materials_variants')
      ? (await import('./variants.ts')).variantsOf(parser, facts.extensions, gl, decoderPath)
      : null
    return {
      scene: scene ?? scenes[0] ?? new Group(),
      clips: animations,
      isFbx: false,
      variants,
      persona: persona?.(read) ?? null,
    }
  } finally {
    release()
  }
}

/** Whether there is anything under `root` that could be seen. */
export const hasSomethingToDraw = (root: Object3D): boolean =>
  shapesOf(root).some(({ geometry }) => (geometry.getAttribute('position')?.count ?? 0) > 0)
