import type { MorphReport } from '../morph/morph-model.ts'

/** Part of the body that a cage encloses. */
export type CageExtent = 'whole' | 'part'

/** Paths of GLB files: a cage, and optionally the body that it must enclose. */
export interface CageFiles {
  readonly cage: string
  readonly body?: string
  readonly extent: CageExtent
}

/** Stored facts of a cage: vertex count, and the SHA-256 of its triangles in hex. */
export interface CageFacts {
  readonly vertices: number
  readonly topology: string
}

/** Paths of GLB files to transfer a cage from one body to another. */
export interface CarryFiles {
  readonly template: string
  readonly fromBody: string
  readonly toBody: string
  readonly extent: CageExtent
}

/** Paths of GLB files: a model, and the cages and bodies of the morph. `sources` are recorded in the result's `extras`. */
export interface MorphFiles {
  readonly model: string
  readonly fromCage: string
  readonly toCage: string
  readonly fromBody: string
  readonly toBody: string
  readonly sources: Readonly<Record<string, string>>
}

/** Operations on cages, scheduled fairly between their owners. Each throws `MorphError`. */
export interface CageOperations {
  check(files: CageFiles, owner: string): Promise<CageFacts>
  carry(files: CarryFiles, owner: string): Promise<CageFacts & { glb: Uint8Array }>
  morph(files: MorphFiles, owner: string): Promise<{ glb: Uint8Array; report: MorphReport }>
}
