import { useSelector } from '@xstate/react'
import type { UploadSnapshot } from './upload-messages.ts'
import type { UploadActor } from './use-upload-machine.ts'

/** Running upload with its current state. */
export interface Upload {
  readonly actor: UploadActor
  readonly snapshot: UploadSnapshot
}

/** Subscribes to the state of a running upload. */
export const useUpload = (actor: UploadActor): Upload => ({ actor, snapshot: useSelector(actor, (current) => current) })
