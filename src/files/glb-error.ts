import type { FileProblem } from './file-checks.ts'
import type { BudgetExcess, ModelBudget } from './model-budget.ts'

/** Reason why a model cannot be used: a fault of the file with the English message of the server's response. */
export interface ModelProblem extends FileProblem {
  readonly message: string
}

export class GlbError extends Error {
  constructor(readonly fault: ModelProblem) {
    super(fault.message)
    this.name = 'GlbError'
  }
}

/** Creates the error for a truncated or inconsistent container. */
export const brokenGlbError = (message: string) => new GlbError({ word: 'upload.glbBroken', message })

/** Creates the error for a document that is not glTF 2.0. `path` is the position of the fault in the document. */
export const invalidGltfError = (message: string, path: string) =>
  new GlbError({ word: 'upload.glbDocument', params: { path }, message })

/** Creates the error for a reference to a missing item or to bytes out of range. `path` is the position of the reference. */
export const danglingReferenceError = (path: string, message: string) =>
  new GlbError({ word: 'upload.glbPointsAway', params: { path }, message })

export const emptySceneError = () =>
  new GlbError({
    word: 'upload.nothingToDraw',
    message: 'The model has nothing to draw: no mesh with vertices is in its scene.',
  })

export function overBudgetError({ what: resource, required: asked, limit: allowed }: BudgetExcess): GlbError {
  const message = `The model ${DEMAND_MESSAGES[resource](asked.toLocaleString('en'))}; at most ${allowed.toLocaleString('en')} can be shown.`
  const numbers = { asked, max: allowed }
  return new GlbError({
    word: `upload.glbOver.${resource}`,
    ...(resource === 'bytes' ? { sizes: numbers } : { params: numbers }),
    message,
  })
}

const DEMAND_MESSAGES: Readonly<Record<keyof ModelBudget, (amount: string) => string>> = {
  vertices: (amount) => `draws ${amount} vertices`,
  draws: (amount) => `draws ${amount} parts of meshes`,
  morphs: (amount) => `moves ${amount} vertices by morph targets`,
  nodes: (amount) => `has ${amount} nodes`,
  depth: (amount) => `has nodes ${amount} levels deep`,
  bytes: (amount) => `unpacks to ${amount} bytes`,
  images: (amount) => `has ${amount} images`,
  pixels: (amount) => `has images of ${amount} pixels together`,
}
