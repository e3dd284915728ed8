import { useSelector } from '@xstate/react'
import type { UploadSnapshot } from './upload-messages.ts'
import type { UploadActor } from './use-upload-machine.ts'

export interface Upload {
  readonly actor: UploadActor
  readonly snapshot: UploadSnapshot
}

export const useUpload = (actor: UploadActor): Upload => ({ actor, snapshot: useSelector(actor, (current) => current) })
