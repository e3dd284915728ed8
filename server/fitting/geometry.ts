import type { MorphReport } from '../morph/morph.ts'

/** Around how much of a body a cage is. */
export type CageExtent = 'whole' | 'part'

/** Paths of GLB files: a cage, and the body that it must enclose where there is one. */
export interface CageFiles {
  readonly cage: string
  readonly body?: string
  readonly extent: CageExtent
}

/** What is kept of a cage: how many vertices it has, and the SHA-256 of its triangles in hex. */
export interface CageFacts {
  readonly vertices: number
  readonly topology: string
}

/** Paths of GLB files: a cage of one body, to be made one of another. */
export interface CarryFiles {
  readonly template: string
  readonly fromBody: string
  readonly toBody: string
  readonly extent: CageExtent
}

/** Paths of GLB files: a model, and the cages and bodies to fit it by; `sources` are named in the result's `extras`. */
export interface MorphFiles {
  readonly model: string
  readonly fromCage: string
  readonly toCage: string
  readonly fromBody: string
  readonly toBody: string
  readonly sources: Readonly<Record<string, string>>
}

/** Works on cages, for an owner whose turn it takes. Each throws `MorphFault`. */
export interface Geometry {
  check(files: CageFiles, owner: string): Promise<CageFacts>
  carry(files: CarryFiles, owner: string): Promise<CageFacts & { glb: Uint8Array }>
  morph(files: MorphFiles, owner: string): Promise<{ glb: Uint8Array; report: MorphReport }>
}
