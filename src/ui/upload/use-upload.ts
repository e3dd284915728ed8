import { useSelector } from '@xstate/react'
import type { UploadSnapshot } from './upload-words.ts'
import type { UploadActor } from './use-upload-machine.ts'

/** A running upload with its present state. */
export interface Upload {
  readonly actor: UploadActor
  readonly snapshot: UploadSnapshot
}

/** How a running upload stands, as its field shows it. */
export const useUpload = (actor: UploadActor): Upload => ({ actor, snapshot: useSelector(actor, (now) => now) })
