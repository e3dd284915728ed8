import type { ErrorCode } from '../../src/api/contract/errors.ts'
import { checkFiles } from '../assets/asset-files.ts'
import { readAsset } from '../assets/read.ts'
import { mustBeAllowed } from '../assets/write.ts'
import { forbidden } from '../auth/caller.ts'
import { type Caller, isAdmin } from '../call.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { withLocal } from '../files/local-files.ts'
import { MorphFault, type MorphFaultCode } from '../morph/fault.ts'
import { ProcessFault } from '../worker-process.ts'
import type { CageFacts } from './geometry.ts'

/** What decides whether a cage is one. */
export interface CageShape {
  readonly modelUrl: string
  readonly bodyId?: string | null | undefined
  readonly assetType?: string | null | undefined
}

/** Throws where the caller may not change cages of a body: `FORBIDDEN`, also for those of no body unless they are an admin. */
export async function mustOwnBody({ db }: Pick<Deps, 'db'>, caller: Caller, bodyId: string | null | undefined) {
  if (bodyId == null) {
    if (!isAdmin(caller)) throw forbidden()
    return
  }
  const body = await readAsset(db, bodyId)
  if (body?.type !== 'bodyshape') throw invalidInput([{ path: 'body.bodyId', message: 'There is no such body shape.' }])
  await mustBeAllowed(db, caller, 'update', bodyId)
}

/** Reads a cage in a process for models and checks it, with its body where it has one. Throws the code of what is wrong. */
export async function checkShape(deps: Deps, caller: Caller, shape: CageShape): Promise<CageFacts> {
  const { modelUrl, bodyId, assetType } = shape
  await checkFiles(deps, { modelUrl })
  const body = bodyId == null ? undefined : await readAsset(deps.db, bodyId)
  const addresses = body ? [modelUrl, body.modelUrl] : [modelUrl]
  const extent = assetType == null ? 'whole' : 'part'
  return withLocal(deps.files.content, addresses, ([cage, bodyFile]) =>
    deps.geometry
      .check({ cage: cage!, ...(bodyFile === undefined ? {} : { body: bodyFile }), extent }, caller.id)
      .catch(asRefused),
  )
}

const TOLD: readonly MorphFaultCode[] = [
  'CAGE_OPEN',
  'CAGE_INVERTED',
  'CAGE_CUTS_ITSELF',
  'CAGE_TOO_SMALL',
  'CAGE_TOO_LARGE',
  'CAGE_NOT_FINITE',
  'BODY_OUTSIDE_CAGE',
]

/** Throws the refusal of a fault; whatever else is wrong with the file, it is no cage. */
function asRefused(fault: unknown): never {
  if (fault instanceof MorphFault) {
    const code = TOLD.includes(fault.code) ? (fault.code as ErrorCode) : 'MODEL_INVALID'
    throw new Refusal(code, fault.message, { path: 'body.modelUrl', ...(fault.found && { found: fault.found }) })
  }
  if (fault instanceof ProcessFault) throw new Refusal('MODEL_INVALID', fault.message, { path: 'body.modelUrl' })
  throw fault
}
