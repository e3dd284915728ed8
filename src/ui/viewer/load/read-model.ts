import { Group, LoadingManager, type Object3D, type WebGLRenderer } from 'three'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import type { ModelBudget } from '../../../files/model-budget.ts'
import { ViewerError } from '../viewer-error.ts'
import type { DecoderPath } from './decoders.ts'
import { drawablesOf } from './dispose.ts'
import { decodeEmbeddedImages } from './embedded-images.ts'
import type { ParsedModel } from './fbx.ts'
import { isGlb, readGlb } from './glb.ts'
import { createLocalLoadingManager } from './local-loading-manager.ts'
import { createPacedParserPlugin } from './paced-gltf-parser.ts'

export interface ReadOptions {
  gl: WebGLRenderer
  budget: ModelBudget
  decoderPath: DecoderPath
  /** Base URL for files that the model refers to; undefined forbids external files. */
  base: string | undefined
  /** Whether VRM features are read; otherwise a VRM is read as a plain GLB. */
  vrm?: boolean | undefined
}

/**
 * Parses one GLB or FBX file; the format is detected from the bytes. Fetches nothing outside the file unless `base` is given.
 * Rejects with a `ViewerError`.
 */
export async function readModel(bytes: ArrayBuffer, options: ReadOptions): Promise<ParsedModel> {
  try {
    if (isGlb(bytes)) return await readGltf(bytes, options)
    const { readFbx } = await import('./fbx.ts')
    return await readFbx(bytes, options.budget)
  } catch (error) {
    throw ViewerError.from(error, 'unreadable')
  }
}

async function readGltf(bytes: ArrayBuffer, { gl, budget, decoderPath, base, vrm }: ReadOptions): Promise<ParsedModel> {
  const glb = readGlb(bytes, budget, base !== undefined, vrm)
  if (glb.externalImages > 0 && base === undefined) {
    console.warn(`The model refers to ${glb.externalImages} external images, which were not fetched`)
  }
  const loader = new GLTFLoader(base === undefined ? createLocalLoadingManager() : new LoadingManager())
  loader.register(createPacedParserPlugin(glb.bin))
  loader.register(decodeEmbeddedImages)
  const isVrm = vrm && ['VRM', 'VRMC_vrm'].some((name) => glb.extensions.has(name))
  const persona = isVrm ? (await import('./vrm.ts')).createPersonaReader(loader, glb.json) : null
  const isCompressed = [...glb.extensions].some((name) => /draco|meshopt|basisu/.test(name))
  const release = isCompressed
    ? await (await import('./decoders.ts')).attachDecoders(loader, glb.extensions, gl, decoderPath)
    : () => {}
  try {
    // three.js also accepts a parsed document, but its types do not say so.
    const document = glb.json as unknown as ArrayBuffer
    const gltf = await loader.parseAsync(document, base ?? '')
    const { scene, scenes, animations, parser } = gltf
    // Read only from files with variants, because the result retains the parser and the parser's cache.
    const variants = glb.extensions.has('KHR_materials_variants')
      ? (await import('./material-variants.ts')).readMaterialVariants(parser, glb.extensions, gl, decoderPath)
      : null
    return {
      scene: scene ?? scenes[0] ?? new Group(),
      clips: animations,
      isFbx: false,
      variants,
      persona: persona?.(gltf) ?? null,
    }
  } finally {
    release()
  }
}

export const hasSomethingToDraw = (root: Object3D): boolean =>
  drawablesOf(root).some(({ geometry }) => (geometry.getAttribute('position')?.count ?? 0) > 0)
