export type MorphErrorCode =
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

/** Point, in metres. */
export type Point = [x: number, y: number, z: number]

/** Error of this folder's functions: a code for programs and a message for users. */
export class MorphError extends Error {
  override readonly name = 'MorphError'
  readonly code: MorphErrorCode
  /** Number of faulty vertices or triangles, and the position of one of them in metres. */
  readonly found: { count: number; place: Point } | undefined

  constructor(code: MorphErrorCode, message: string, found?: { count: number; place: Point }, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.found = found
  }
}

export const formatPoint = (point: Point): string => `(${point.map((part) => part.toFixed(3)).join(', ')})`
