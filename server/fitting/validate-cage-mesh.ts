import type { ErrorCode } from '../../src/api/contract/errors.ts'
import { checkAssetFiles } from '../assets/asset-files.ts'
import { readAsset } from '../assets/read.ts'
import { requireAllowedAsset } from '../assets/write.ts'
import { forbiddenError } from '../auth/authenticate-caller.ts'
import { type Caller, isAdmin } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { HttpError, invalidInputError } from '../errors/http-error.ts'
import { withLocalFiles } from '../files/local-files.ts'
import { MorphError, type MorphErrorCode } from '../morph/morph-error.ts'
import { WorkerProcessError } from '../workers/worker-process.ts'
import type { CageFacts } from './cage-operations.ts'

export interface CageToValidate {
  readonly modelUrl: string
  readonly bodyId?: string | null | undefined
  readonly assetType?: string | null | undefined
}

/**
 * Throws `FORBIDDEN` unless the caller may change the cages of a body. A cage without a body requires an admin. Throws
 * `INVALID_INPUT` if the body does not exist.
 */
export async function assertBodyOwner({ db }: Pick<Deps, 'db'>, caller: Caller, bodyId: string | null | undefined) {
  if (bodyId == null) {
    if (!isAdmin(caller)) throw forbiddenError()
    return
  }
  const body = await readAsset(db, bodyId)
  if (body?.type !== 'bodyshape')
    throw invalidInputError([{ path: 'body.bodyId', message: 'There is no such body shape.' }])
  await requireAllowedAsset(db, caller, 'update', bodyId)
}

/**
 * Validates a cage in a child process, together with its body if it has one. Throws an `HttpError` with the code of the problem.
 */
export async function validateCageMesh(deps: Deps, caller: Caller, input: CageToValidate): Promise<CageFacts> {
  const { modelUrl, bodyId, assetType } = input
  await checkAssetFiles(deps, caller, { modelUrl })
  const body = bodyId == null ? undefined : await readAsset(deps.db, bodyId)
  const addresses = body ? [modelUrl, body.modelUrl] : [modelUrl]
  const extent = assetType == null ? 'whole' : 'part'
  return withLocalFiles(deps.files.content, addresses, ([cage, bodyFile]) =>
    deps.geometry
      .check({ cage: cage!, ...(bodyFile === undefined ? {} : { body: bodyFile }), extent }, caller.id)
      .catch(rethrowAsHttpError),
  )
}

const REPORTED_CODES: readonly MorphErrorCode[] = [
  'CAGE_OPEN',
  'CAGE_INVERTED',
  'CAGE_CUTS_ITSELF',
  'CAGE_TOO_SMALL',
  'CAGE_TOO_LARGE',
  'CAGE_NOT_FINITE',
  'BODY_OUTSIDE_CAGE',
]

/** Converts an error to an `HttpError`. Errors not caused by the cage's shape become `MODEL_INVALID`. */
function rethrowAsHttpError(error: unknown): never {
  if (error instanceof MorphError) {
    const code = REPORTED_CODES.includes(error.code) ? (error.code as ErrorCode) : 'MODEL_INVALID'
    throw new HttpError(code, error.message, { path: 'body.modelUrl', ...(error.found && { found: error.found }) })
  }
  if (error instanceof WorkerProcessError)
    throw new HttpError('MODEL_INVALID', error.message, { path: 'body.modelUrl' })
  throw error
}
