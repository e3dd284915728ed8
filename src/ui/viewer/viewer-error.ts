/**
 * Why a model is not shown: `unreachable` (it could not be fetched), `unreadable` (the bytes are no model we can read),
 * `unsupported` (it requires an extension we lack, or is an FBX file too old), `external` (it needs files outside itself), `toolarge` (over a
 * budget), `nothing` (there is nothing in it to draw), `webgl` (the browser cannot draw).
 */
export type ViewerFailure = 'unreachable' | 'unreadable' | 'unsupported' | 'external' | 'toolarge' | 'nothing' | 'webgl'

/** The one error the viewer reports, through `onError`. */
export class ViewerError extends Error {
  override readonly name = 'ViewerError'
  readonly reason: ViewerFailure
  /** The version of an FBX file that is too old to be read, such as "6.1". */
  readonly fbxVersion: string | undefined

  constructor(reason: ViewerFailure, message: string, options?: ErrorOptions & { fbxVersion?: string }) {
    super(message, options)
    this.reason = reason
    this.fbxVersion = options?.fbxVersion
  }

  /** `error` itself when it is ours, else wrapped with `reason`. */
  static from(error: unknown, reason: ViewerFailure): ViewerError {
    if (error instanceof ViewerError) return error
    return new ViewerError(reason, error instanceof Error ? error.message : String(error), { cause: error })
  }
}
