import type { FileFault } from './file.ts'
import type { ModelBudget, Overdraft } from './model-budget.ts'

/** Why a model can't be used: a fault of the file whose sentence in English the server answers with. */
export interface ModelFault extends FileFault {
  readonly message: string
}

/** What the checks of a model throw at the first thing that is wrong. */
export class GlbFault extends Error {
  constructor(readonly fault: ModelFault) {
    super(fault.message)
    this.name = 'GlbFault'
  }
}

/** The container is cut off or does not add up. */
export const brokenGlb = (message: string) => new GlbFault({ word: 'upload.glbBroken', message })

/** The document is not glTF 2.0; `path` says where. */
export const notGltf = (message: string, path: string) =>
  new GlbFault({ word: 'upload.glbDocument', params: { path }, message })

/** Something points at what the model does not have, or at bytes outside of it. `path` says what. */
export const pointsAway = (path: string, message: string) =>
  new GlbFault({ word: 'upload.glbPointsAway', params: { path }, message })

/** Nothing would stand on the stage. */
export const nothingToDraw = () =>
  new GlbFault({
    word: 'upload.nothingToDraw',
    message: 'The model has nothing to draw: no mesh with vertices is in its scene.',
  })

/** The model asks for more than it may: how many of what, and how many there may be. */
export function overdrawn({ what, asked, allowed }: Overdraft): GlbFault {
  const message = `The model ${ASKS[what](asked.toLocaleString('en'))}; at most ${allowed.toLocaleString('en')} can be shown.`
  const numbers = { asked, max: allowed }
  return new GlbFault({
    word: `upload.glbOver.${what}`,
    ...(what === 'bytes' ? { sizes: numbers } : { params: numbers }),
    message,
  })
}

const ASKS: Readonly<Record<keyof ModelBudget, (asked: string) => string>> = {
  vertices: (asked) => `draws ${asked} vertices`,
  draws: (asked) => `draws ${asked} parts of meshes`,
  morphs: (asked) => `moves ${asked} vertices by morph targets`,
  nodes: (asked) => `has ${asked} nodes`,
  depth: (asked) => `has nodes ${asked} levels deep`,
  bytes: (asked) => `unpacks to ${asked} bytes`,
  images: (asked) => `has ${asked} images`,
  pixels: (asked) => `has images of ${asked} pixels together`,
}
