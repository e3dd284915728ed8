/**
 * Reason why a model is not shown:
 * - `unreachable`: the model could not be fetched
 * - `unreadable`: the bytes are not a readable model
 * - `unsupported`: the model requires an unknown extension, or is an FBX file of an old version
 * - `external`: the model needs files outside its own file
 * - `toolarge`: the model exceeds a budget
 * - `nothing`: the model contains nothing to draw
 * - `webgl`: the browser cannot draw 3D
 */
export type ViewerFailure = 'unreachable' | 'unreadable' | 'unsupported' | 'external' | 'toolarge' | 'nothing' | 'webgl'

/** Error that the viewer reports through `onError`. */
export class ViewerError extends Error {
  override readonly name = 'ViewerError'
  readonly reason: ViewerFailure
  /** Version of an FBX file that is too old, such as "6.1". */
  readonly fbxVersion: string | undefined

  constructor(reason: ViewerFailure, message: string, options?: ErrorOptions & { fbxVersion?: string }) {
    super(message, options)
    this.reason = reason
    this.fbxVersion = options?.fbxVersion
  }

  /** Returns `error` if it is a `ViewerError`, otherwise wraps it with `reason`. */
  static from(error: unknown, reason: ViewerFailure): ViewerError {
    if (error instanceof ViewerError) return error
    return new ViewerError(reason, error instanceof Error ? error.message : String(error), { cause: error })
  }
}
