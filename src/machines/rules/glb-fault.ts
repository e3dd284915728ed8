import type { FileFault } from './file.ts'

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
