import type { MorphReport } from '../morph/morph-model.ts'

/** Whether a cage encloses the whole body or a part of it. */
export type CageExtent = 'whole' | 'part'

export interface CageFiles {
  readonly cage: string
  readonly body?: string
  readonly extent: CageExtent
}

/** Vertex count of a cage, and the SHA-256 of its triangles in hex. */
export interface CageFacts {
  readonly vertices: number
  readonly topology: string
}

export interface CarryFiles {
  readonly template: string
  readonly fromBody: string
  readonly toBody: string
  readonly extent: CageExtent
}

/** Paths of the GLB files of a morph: a model, cages and bodies. `sources` is stored in the result's `extras`. */
export interface MorphFiles {
  readonly model: string
  readonly fromCage: string
  readonly toCage: string
  readonly fromBody: string
  readonly toBody: string
  readonly sources: Readonly<Record<string, string>>
}

/** Operations on cages, scheduled fairly between owners. Each throws `MorphError`. */
export interface CageOperations {
  check(files: CageFiles, owner: string): Promise<CageFacts>
  carry(files: CarryFiles, owner: string): Promise<CageFacts & { glb: Uint8Array }>
  morph(files: MorphFiles, owner: string): Promise<{ glb: Uint8Array; report: MorphReport }>
}
