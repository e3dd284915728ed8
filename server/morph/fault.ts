/** Why a cage is no cage, or a model cannot be fitted to another body. */
export type MorphFaultCode =
  | 'CAGE_OPEN'
  | 'CAGE_INVERTED'
  | 'CAGE_CUTS_ITSELF'
  | 'CAGE_TOO_SMALL'
  | 'CAGE_TOO_LARGE'
  | 'CAGE_NOT_FINITE'
  | 'BODY_OUTSIDE_CAGE'
  | 'CAGE_TOPOLOGY_MISMATCH'
  | 'NO_COMMON_JOINTS'
  | 'OUTSIDE_CAGE'
  | 'NOTHING_TO_MORPH'
  | 'NOT_FINITE'
  | 'TOO_COSTLY'
  | 'UNREADABLE'

/** A point in metres. */
export type Place = [x: number, y: number, z: number]

/** What every function of this folder throws: a code for programs, a sentence for people, and how many and where. */
export class MorphFault extends Error {
  override readonly name = 'MorphFault'
  readonly code: MorphFaultCode
  /** How many vertices or triangles are at fault, and where one of them is. */
  readonly found: { count: number; place: Place } | undefined

  constructor(code: MorphFaultCode, message: string, found?: { count: number; place: Place }, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.found = found
  }
}

/** A place as people read it: metres to the millimetre. */
export const sayPlace = (place: Place): string => `(${place.map((part) => part.toFixed(3)).join(', ')})`
